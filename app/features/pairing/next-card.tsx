import { Link, useFetcher } from "@remix-run/react";
import { cx } from "~/app/components/cx";
import { useNow } from "~/app/lib/use-now";
import { lastMidnightUtc } from "~/core/shared/countdown";
import { isDrawHour, readDrawState } from "~/core/shared/draw-state";
import { DAY_OFF } from "~/core/shared/draw-words";
import { faceDownClass } from "./face-down";
import type { Home } from "./home-loader.server";
import { useDrawWatch } from "./use-draw-watch";

/** The router state of a navigation from a page that showed the card face down. */
export interface TurningState {
  isTurned: true;
}

/** The card is face down until the run is published, and then turns over without a reload. */
export function NextCard({ endedAt }: { endedAt: number }) {
  const fetcher = useFetcher<Home | null>();
  const now = useNow(endedAt, endedAt);
  const home = fetcher.data ?? null;
  const isAwaited = isDrawHour(now) && lastMidnightUtc(now) <= endedAt;
  const today = home && readDrawState(home.draw, home.now).today;
  const isTurned = today !== null && today.is !== "drawing";
  useDrawWatch(isAwaited && !isTurned ? lastMidnightUtc(now) : null, () =>
    fetcher.load("/conversations?poll=1"),
  );
  const name = home?.pairing?.partner.name ?? null;
  return (
    <Link
      to="/conversations"
      state={{ isTurned: true } satisfies TurningState}
      viewTransition
      className={cx(
        isTurned
          ? "introduction turned flex items-center justify-center rounded-lg border border-ink bg-paper-raised no-underline"
          : faceDownClass,
        "mx-auto mb-2 min-h-24 w-full max-w-xs shrink-0 short:min-h-11",
      )}
    >
      <span className="min-w-0 rounded-sm bg-paper-raised px-4 py-1 text-center font-medium font-serif text-xl italic [overflow-wrap:anywhere]">
        {isTurned ? (
          <>
            <span className="block text-ink-muted text-sm short:hidden">
              Your next introduction
            </span>
            {name ? <bdi>{name}</bdi> : today.is === "left_out" ? DAY_OFF : "See today’s page"}
          </>
        ) : (
          "Your next introduction"
        )}
      </span>
    </Link>
  );
}
