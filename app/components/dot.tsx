/** Between two facts in a line. Real text, so that what is copied reads as it looks; no line begins with it. */
export function Dot() {
  return (
    <span className="mx-1.5">
      <span className="whitespace-nowrap"> ·</span>{" "}
    </span>
  );
}
