export function TeacupPicture() {
  return (
    <svg aria-hidden viewBox="0 0 240 170" className="h-auto w-full" fill="none">
      <g className="stroke-ink" strokeWidth="2" strokeLinecap="round" strokeLinejoin="round">
        <rect x="62" y="8" width="116" height="104" rx="2" className="fill-night" />
        <path d="M120 8v104M62 60h116" className="stroke-paper" strokeWidth="3" />
        <path d="M62 8h116v104H62z" />
        <path d="M50 112h140" strokeWidth="4" />
      </g>
      <path d="M158 26a13 13 0 1 0 8 20 10.5 10.5 0 0 1-8-20z" className="fill-lamp" />
      <g className="fill-paper">
        <circle cx="80" cy="28" r="1.5" />
        <circle cx="98" cy="44" r="1.2" />
        <circle cx="84" cy="82" r="1.2" />
        <circle cx="140" cy="78" r="1.5" />
        <circle cx="164" cy="92" r="1.2" />
      </g>
      <g className="stroke-accent" strokeWidth="2.5" strokeLinecap="round">
        <path d="M108 92c-7-7 5-11-1-19" />
        <path d="M122 90c-7-7 5-11-1-19" />
      </g>
      <g className="stroke-ink" strokeWidth="2" strokeLinejoin="round" strokeLinecap="round">
        <path d="M90 104h48c0 24-8 40-24 40s-24-16-24-40z" className="fill-paper-raised" />
        <path d="M137 110c14-3 19 18-4 21" />
        <path d="M90 116h47" className="stroke-accent" />
        <path d="M78 148h72c-3 6-10 8-18 8h-36c-8 0-15-2-18-8z" className="fill-paper-raised" />
      </g>
      <path d="M20 157h200" className="stroke-rule-strong" strokeWidth="2" strokeLinecap="round" />
    </svg>
  );
}
