export function LostPicture() {
  return (
    <svg aria-hidden viewBox="0 0 240 150" className="h-auto w-full" fill="none">
      <g transform="rotate(-4 120 80)" strokeLinejoin="round">
        <rect
          x="32"
          y="28"
          width="176"
          height="104"
          rx="3"
          className="fill-paper-raised stroke-ink"
          strokeWidth="2"
        />
        <path d="M32 31l88 58 88-58" className="stroke-ink" strokeWidth="2" />
        <path d="M52 108h46M52 118h30" className="stroke-rule-strong" strokeWidth="2" />
        <g transform="rotate(11 170 100)" className="stroke-accent" strokeWidth="2">
          <circle cx="168" cy="98" r="21" />
          <circle cx="168" cy="98" r="16" strokeDasharray="3 3" strokeWidth="1.5" />
          <path d="M160 98h16M160 98l6-6M160 98l6 6" strokeLinecap="round" />
        </g>
      </g>
      <path
        d="M8 60h20M2 74h22M10 88h16"
        className="stroke-rule-strong"
        strokeWidth="2"
        strokeLinecap="round"
      />
    </svg>
  );
}
