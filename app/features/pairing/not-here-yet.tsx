/** Of a match whose partner has not opened the conversation. */
export const NotHereYet = ({ name }: { name: string }) => (
  <p className="mt-1 text-ink-muted text-sm">
    <bdi>{name}</bdi> hasn’t been here today yet.
  </p>
);
