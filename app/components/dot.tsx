/**
 * A dot between two facts in a line. It is the background of a space, so it disappears if the line breaks there. The
 * '·', which has no size, is for text that is copied.
 */
export function Dot() {
  return (
    <>
      <span className="space-dot"> </span>
      <span className="whitespace-nowrap text-[0px]">· </span>
    </>
  );
}
