/**
 * A dot between two facts in a line. A line break there removes it: the dot is drawn on the space, which a break takes
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
