/** The line about a partner who has not opened the conversation yet. */
export const NotHereYet = ({ name }: { name: string }) => (
  <p className="mt-1 text-ink-muted text-sm">
    <bdi>{name}</bdi> hasn’t been here today yet.
  </p>
);
