/**
 * The visible dot is the background of a space, so it disappears where the line breaks. The '·', which has no size, is
 * there for copied text.
 */
export function Dot() {
  return (
    <>
      <span className="space-dot"> </span>
      <span className="whitespace-nowrap text-[0px]">· </span>
    </>
  );
}
