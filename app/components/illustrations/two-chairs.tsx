export function TwoChairsPicture() {
  return (
    <svg aria-hidden viewBox="0 0 240 170" className="h-auto w-full" fill="none">
      <path d="M120 62L66 158h108z" className="fill-lamp" opacity="0.28" />
      <g className="stroke-ink" strokeWidth="2" strokeLinecap="round" strokeLinejoin="round">
        <path d="M120 4v34" />
        <path d="M104 62c0-14 6-24 16-24s16 10 16 24z" className="fill-accent" />
        <path d="M88 112h64" strokeWidth="4" />
        <path d="M120 114v40M106 158l14-8 14 8" />
        <path d="M110 110v-9h9v9zM119 103c5-1 5 5 0 5" className="fill-paper-raised" />
      </g>
      <Chair />
      <g transform="translate(240 0) scale(-1 1)">
        <Chair />
      </g>
      <path d="M16 159h208" className="stroke-rule-strong" strokeWidth="2" strokeLinecap="round" />
    </svg>
  );
}

function Chair() {
  return (
    <g className="stroke-ink" strokeWidth="2" strokeLinecap="round" strokeLinejoin="round">
      <path d="M40 68c-3 22-1 38 2 56h34" />
      <path d="M36 66c6-4 14-2 15 4 2 16 2 34 2 50" className="fill-paper-raised" />
      <path d="M40 124h40" strokeWidth="4" />
      <path d="M44 126l-6 32M76 126l5 32M46 142h32" />
    </g>
  );
}
