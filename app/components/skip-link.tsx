export function SkipLink({ to, children }: { to: string; children: string }) {
  return (
    <a
      href={to}
      className="-translate-y-[200%] absolute top-2 start-2 z-50 rounded-md bg-ink px-4 py-3 font-semibold text-paper focus:translate-y-0"
    >
      {children}
    </a>
  );
}
