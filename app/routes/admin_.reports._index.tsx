export default function NoReport() {
  return (
    <p className="hidden rounded-lg border border-rule border-dashed p-10 text-center text-ink-muted lg:block">
      Choose a report. Press <kbd className="font-semibold text-ink">j</kbd> and{" "}
      <kbd className="font-semibold text-ink">k</kbd> to go through them.
    </p>
  );
}
