/** Between two facts in a line. Real text, so that what is copied reads as it looks. */
export function Dot() {
  return <span className="mx-1.5"> · </span>;
}
