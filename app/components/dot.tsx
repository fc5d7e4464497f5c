/**
 * Between two facts in a line, and gone where the line breaks there: the dot is drawn on the space, which a break takes
 * away. The letter, of no size, is for what is copied.
 */
export function Dot() {
  return (
    <>
      <span className="space-dot"> </span>
      <span className="whitespace-nowrap text-[0px]">· </span>
    </>
  );
}
