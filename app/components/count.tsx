const COUNTED = 100;

export const countWords = (count: number) => (count >= COUNTED ? "99+" : String(count));

export function Count({ count }: { count: number }) {
  return (
    <span className="inline-flex min-w-5 justify-center rounded-full bg-accent px-1.5 font-semibold text-2xs text-on-accent tabular-nums leading-5">
      {countWords(count)}
    </span>
  );
}
