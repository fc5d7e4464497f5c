import { cx } from "./cx";

const GRAPHEMES = new Intl.Segmenter("en");

const firstGrapheme = (text: string) => [...GRAPHEMES.segment(text)][0]?.segment ?? "";

/** Does not depend on the locale, so that server and browser render the same initials (docs/rules.md#screens). */
export function initialsOf(name: string | null | undefined): string {
  const words = (name ?? "").trim().split(/\s+/u).filter(Boolean).slice(0, 2);
  // A letter can become two in upper case: 'ß' becomes 'SS'.
  const letters = words.map((word) => firstGrapheme(firstGrapheme(word).toUpperCase()));
  return letters.join("") || "?";
}

interface AvatarProps {
  name: string;
  src?: string | null;
  size?: "sm" | "md" | "lg" | "xl";
}

/** Circle and initials are sized in spacing units, so that both grow alike when text is enlarged. */
const SIZES = {
  sm: "size-9 text-[calc(var(--spacing)*3.5)]",
  md: "size-12 text-[calc(var(--spacing)*4.5)]",
  lg: "size-20 text-[calc(var(--spacing)*7.5)]",
  xl: "aspect-square w-28 max-w-full text-[calc(var(--spacing)*12)]",
};

/** Hidden from screen readers, because the name is beside the avatar or labels the button around it. */
export function Avatar({ name, src, size = "md" }: AvatarProps) {
  const frame = cx("shrink-0 rounded-full", SIZES[size]);
  if (src) {
    return (
      <img src={src} alt="" referrerPolicy="no-referrer" className={cx(frame, "object-cover")} />
    );
  }
  return (
    <span
      aria-hidden
      className={cx(
        frame,
        "inline-flex select-none items-center justify-center border border-ink bg-paper-raised font-medium font-serif text-ink leading-none",
      )}
    >
      <span className="centred-capitals">{initialsOf(name)}</span>
    </span>
  );
}
