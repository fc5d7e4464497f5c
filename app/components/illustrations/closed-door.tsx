export function ClosedDoorPicture() {
  return (
    <svg aria-hidden viewBox="0 0 240 170" className="h-auto w-full" fill="none">
      <g className="stroke-ink" strokeWidth="2" strokeLinecap="round" strokeLinejoin="round">
        <path d="M72 158V40c0-18 20-30 48-30s48 12 48 30v118" className="fill-paper-sunken" />
        <path d="M84 158V46c0-12 14-22 36-22s36 10 36 22v112z" className="fill-night" />
        <g className="stroke-paper" opacity="0.5" strokeWidth="1.5">
          <path d="M92 84V50c0-8 10-14 24-15v49zM148 84V50c0-8-10-14-24-15v49z" />
          <path d="M92 94h24v52H92zM124 94h24v52h-24z" />
        </g>
        <circle cx="150" cy="91" r="3.5" className="fill-lamp stroke-none" />
        <path d="M60 158h120" strokeWidth="4" />
        <path d="M50 164h140" />
      </g>
      <path d="M112 60h16" className="stroke-accent" strokeWidth="2" strokeLinecap="round" />
      <g className="stroke-ink" strokeWidth="2" strokeLinecap="round" strokeLinejoin="round">
        <path d="M192 158v-26h18v26z" className="fill-accent" />
        <path
          d="M201 132c0-14-12-16-14-24 10 0 14 8 14 14 0-10 4-18 14-20 0 12-12 16-14 30z"
          className="fill-paper-raised"
        />
      </g>
      <path
        d="M16 165h20M204 165h20"
        className="stroke-rule-strong"
        strokeWidth="2"
        strokeLinecap="round"
      />
    </svg>
  );
}
