import { BlockRow } from "~/app/features/moderation/block-row";
import type { DeskRun } from "~/core/operations/admin-lists";
import type { AdminBlockDto, AdminPairingDto } from "~/core/shared/contract";
import type { Loaded } from "./list-query";
import { ListSection } from "./list-section";
import { PairingRow } from "./pairing-row";
import { RunRow } from "./run-row";

/** Orders of each list: fields of its service. The empty one is the default order. */
const PAIRING_SORTS = [
  { value: "", label: "Newest first" },
  { value: "pairing_date", label: "Oldest first" },
  { value: "user1_name", label: "First member’s name" },
  { value: "user2_name", label: "Second member’s name" },
];

const BLOCK_SORTS = [
  { value: "", label: "Newest first" },
  { value: "block_date", label: "Oldest first" },
  { value: "blocker_name", label: "Who blocked" },
  { value: "blocked_name", label: "Who is blocked" },
];

type Rows<Row> = Loaded<Row> | Promise<Loaded<Row>>;

export function PairingList({ rows }: { rows: Rows<AdminPairingDto> }) {
  return (
    <ListSection
      list="pairings"
      title="Current Pairings"
      noun="pairing"
      empty="No active pairings found."
      sorts={PAIRING_SORTS}
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
      sorts={BLOCK_SORTS}
      rows={rows}
      rowKey={(block) => block.block_id}
      renderRow={(block) => <BlockRow block={block} />}
    />
  );
}

export function RunList({ rows }: { rows: Rows<DeskRun> }) {
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
