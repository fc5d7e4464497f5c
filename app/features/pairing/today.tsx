import { Link } from "@remix-run/react";
import { late } from "~/app/components/late";
import { TryAgain } from "~/app/components/load-failure";
import { NextLine } from "~/app/features/notices/next-line";
import type { DrawState } from "~/core/shared/draw-state";
import { toObstacle } from "./absence-words";
import { DrawBeingMade } from "./face-down";
import type { Day } from "./home-loader.server";
import { TodaysCard } from "./todays-card";

const NoPairing = late("no-pairing", async () => (await import("./no-pairing")).NoPairing);

interface TodayProps {
  day: Day;
  state: DrawState;
  viewerId: string;
  now: number;
  coming?: string | null;
}

export function Today({ day, state, viewerId, now, coming = null }: TodayProps) {
  const { pairing, failed, ask } = day;
  const { today, next } = state;
  if (failed !== null) return <TryAgain message={failed} />;
  if (today.is === "drawing") return <DrawBeingMade now={now} />;
  const isPartnerHere = today.is !== "paired" || today.isPartnerHere;
  const isBarredFrom = toObstacle(next.absence) !== null;
  return (
    <div className="flex flex-col gap-4">
      {pairing ? (
        <TodaysCard
          key={pairing.conversation.id}
          {...{ day, pairing, now, isPartnerHere, viewerId, coming }}
        />
      ) : (
        <NoPairing {...{ day, state, now }} />
      )}
      {pairing || !isBarredFrom ? (
        <NextLine availability={day.availability} {...{ state, now }} isSaid={!pairing} />
      ) : null}
      {ask && !isBarredFrom ? <Ask {...ASKS[ask]} /> : null}
    </div>
  );
}

const ASKS = {
  bio: {
    to: "/profile/edit",
    label: "Write a line about yourself",
    why: "Your match can answer it.",
  },
  notices: {
    to: "/profile/notifications",
    label: "Be told when somebody waits for you",
    why: "A notification, or one e-mail that names nobody.",
  },
};

const Ask = ({ to, label, why }: (typeof ASKS)["bio"]) => (
  <p className="text-ink-muted text-sm">
    <Link to={to} className="text-link inline-flex min-h-11 items-center font-semibold">
      {label}
    </Link>
    . {why}
  </p>
);
