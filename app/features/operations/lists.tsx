import { BlockRow } from "~/app/features/moderation/block-row";
import type { AdminBlockDto, AdminPairingDto, AdminRunDto } from "~/core/shared/contract";
import { ListSection } from "./list-section";
import type { Loaded } from "./load-lists.server";
import { PairingRow } from "./pairing-row";
import { RunRow } from "./run-row";

type Rows<Row> = Loaded<Row> | Promise<Loaded<Row>>;

export function PairingList({ rows }: { rows: Rows<AdminPairingDto> }) {
  return (
    <ListSection
      list="pairings"
      title="Current Pairings"
      noun="pairing"
      empty="No active pairings found."
      rows={rows}
      rowKey={(pairing) => pairing.pairing_id}
      renderRow={(pairing) => <PairingRow pairing={pairing} />}
    />
  );
}

export function BlockList({ rows }: { rows: Rows<AdminBlockDto> }) {
  return (
    <ListSection
      list="blocks"
      title="Blocked Users"
      noun="blocked user"
      empty="No blocked users found."
      rows={rows}
      rowKey={(block) => block.block_id}
      renderRow={(block) => <BlockRow block={block} />}
    />
  );
}

export function RunList({ rows }: { rows: Rows<AdminRunDto> }) {
  return (
    <ListSection
      list="runs"
      title="Pairing Runs"
      noun="run"
      empty="No pairing runs found."
      rows={rows}
      rowKey={(run) => run.run_id}
      renderRow={(run) => <RunRow run={run} />}
    />
  );
}
