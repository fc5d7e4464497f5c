import { handTransform } from "./clock-hands";

type Window = "dark" | "blind" | "curtain" | "plant" | "lit-left" | "lit-right";

const D = "dark";
const B = "blind";
const C = "curtain";
const P = "plant";
const LEFT: readonly (readonly Window[])[] = [
  [D, B, D, C],
  [C, D, P, D],
  [D, C, D, "lit-left"],
  [B, D, C, D],
  [D, P, D, B],
  [C, D, B, D],
];
const RIGHT: readonly (readonly Window[])[] = [
  [D, C, B],
  [P, D, C],
  [C, B, D],
  [D, D, P],
  ["lit-right", C, D],
  [D, B, C],
];

interface Placed {
  look: Window;
  x: number;
  y: number;
}

const grid = (
  rows: readonly (readonly Window[])[],
  left: number,
  top: number,
  dx: number,
  dy: number,
) => rows.flatMap((row, y) => row.map((look, x) => ({ look, x: left + x * dx, y: top + y * dy })));

const WINDOWS: readonly Placed[] = [
  ...grid(LEFT, 20, 116, 56, 68),
  ...grid(RIGHT, 460, 150, 58, 66),
];
const isLit = ({ look }: Placed) => look.startsWith("lit");

/** One path for all windows that `has` picks, because hundreds of elements would take long to hydrate. */
const pathOf = (has: (window: Placed) => boolean, shape: string) =>
  WINDOWS.filter(has)
    .map(({ x, y }) => `M${x} ${y}${shape}`)
    .join("");

// These paths begin at a window's upper left corner. A window is 36 units wide and 46 high.
const PANE = "h36v46h-36z";
const PANES = pathOf((window) => !isLit(window), PANE);
const LIT_PANES = pathOf(isLit, PANE);
const BARS = pathOf(() => true, "m18 0v46m-18-24h36");
const SILLS = pathOf(() => true, "m-3 48h42");
const SLATS = pathOf(({ look }) => look === "blind", "h36v18h-36z");
const CURTAINS = pathOf(
  ({ look }) => look === "curtain",
  "h15c-2 18-7 30-15 40zm36 0h-15c2 18 7 30 15 40z",
);
const PLANTS = pathOf(
  ({ look }) => look === "plant",
  "m11 36h14l-2 10h-10zm7 0c-9-2-11-10-10-15 7 1 10 7 10 15zm0 0c9-3 11-12 9-18-7 2-10 9-9 18z",
);

const STARS = [
  [268, 40],
  [302, 92],
  [344, 34],
  [380, 116],
  [330, 168],
  [292, 218],
  [366, 232],
  [404, 60],
] as const;

const TICKS = Array.from({ length: 12 }, (_, hour) => {
  const angle = (hour * Math.PI) / 6;
  const point = (radius: number) =>
    `${(radius * Math.sin(angle)).toFixed(1)} ${(-radius * Math.cos(angle)).toFixed(1)}`;
  return `M${point(46)}L${point(hour % 3 === 0 ? 36 : 41)}`;
}).join("");

export function TwoWindowsPicture({ now }: { now: number }) {
  return (
    <svg aria-hidden viewBox="0 0 640 560" className="h-auto w-full" fill="none">
      <rect width="640" height="560" className="fill-sky" />
      <g className="fill-moonlight">
        {STARS.map(([x, y]) => (
          <circle key={x} cx={x} cy={y} r="1.6" />
        ))}
      </g>
      <Moon now={now} />
      <g className="fill-house">
        <path d="M0 92h26V66h20v26h120V52h26v40h54v468H0z" />
        <path d="M438 128h40v-34h22v34h140v432H438z" />
        <path d="M566 94v34M556 100h20M559 108h14" className="stroke-house" strokeWidth="3" />
      </g>
      <path d={PANES} className="fill-pane" />
      <path d={LIT_PANES} className="fill-lamp" />
      <path d={SLATS + CURTAINS + PLANTS} className="fill-shutter" />
      <Reader />
      <Writer />
      <path d={BARS} className="stroke-house" strokeWidth="2" />
      <path d={SILLS} className="stroke-pane" strokeWidth="3" />
      <path
        d="M231 274C300 440 390 470 460 432"
        className="stroke-spot"
        strokeWidth="2.5"
        strokeDasharray="1 8"
        strokeLinecap="round"
      />
      <Street />
    </svg>
  );
}

/** Shows UTC until a script sets the reader's local time. */
function Moon({ now }: { now: number }) {
  return (
    <g data-clock="moon" transform="translate(342 112)">
      <circle r="52" className="fill-lamp" />
      <g className="stroke-house" strokeWidth="2">
        <path d={TICKS} />
        <path
          d="M0 0V-34"
          strokeWidth="2"
          strokeLinecap="round"
          data-hand="minute"
          transform={handTransform("minute", now)}
        />
        <path
          d="M0 0V-24"
          strokeWidth="4"
          strokeLinecap="round"
          data-hand="hour"
          transform={handTransform("hour", now)}
        />
      </g>
      <circle r="4" className="fill-house" />
    </g>
  );
}

function Reader() {
  const { x, y } = place("lit-left");
  return (
    <g transform={`translate(${x} ${y})`} className="fill-house">
      <circle cx="17" cy="19" r="7" />
      <circle cx="11" cy="11" r="3.5" />
      <path d="M4 46c0-13 5-19 13-19s12 6 13 19z" />
      <path d="M26 34l8-4 2 7-8 3z" className="fill-spot" />
    </g>
  );
}

function Writer() {
  const { x, y } = place("lit-right");
  return (
    <g transform={`translate(${x} ${y})`} className="fill-house">
      <circle cx="20" cy="18" r="7" />
      <path d="M13 19c0 9 3 12 7 12s7-3 7-12z" />
      <path d="M6 46c0-11 6-17 14-17s13 6 14 17z" />
      <path d="M2 40l9-5 2 5-9 5z" className="fill-spot" />
    </g>
  );
}

function place(wanted: Window): { x: number; y: number } {
  return WINDOWS.find(({ look }) => look === wanted) ?? { x: 0, y: 0 };
}

function Street() {
  return (
    <g>
      <path d="M0 538h640v22H0z" className="fill-street" />
      <g className="stroke-street" strokeWidth="5" strokeLinecap="round">
        <path d="M306 540V400c0-14 10-22 24-22" />
        <path d="M294 540h24" />
      </g>
      <path d="M330 384l-46 154h104L346 384z" className="fill-lamp" opacity="0.16" />
      <path d="M322 374h30l-5 12h-20z" className="fill-lamp" />
      <g className="fill-street">
        <path d="M372 539c-3-16 2-26 8-30l-2-11 7 5 7-2 5-6 2 11c3 5 2 9-2 12 6 5 9 13 8 21z" />
        <path
          d="M404 536c14 2 20-8 14-18"
          className="stroke-street"
          strokeWidth="4"
          strokeLinecap="round"
          fill="none"
        />
      </g>
    </g>
  );
}
