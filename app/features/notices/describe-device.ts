/** Checked in this order, because most browsers also name the browsers that they imitate. */
const BROWSERS: [RegExp, string][] = [
  [/\bEdg(?:A|iOS)?\//, "Edge"],
  [/\bOPR\//, "Opera"],
  [/\bSamsungBrowser\//, "Samsung Internet"],
  [/\b(?:Firefox|FxiOS)\//, "Firefox"],
  [/\b(?:Chrome|CriOS|Chromium)\//, "Chrome"],
  [/\bSafari\//, "Safari"],
];

const SYSTEMS: [RegExp, string][] = [
  [/\biPhone\b/, "iPhone"],
  [/\biPad\b/, "iPad"],
  [/\bAndroid\b/, "Android"],
  [/\bCrOS\b/, "ChromeOS"],
  [/\bMacintosh\b/, "Mac"],
  [/\bWindows\b/, "Windows"],
  [/\bLinux\b/, "Linux"],
];

const find = (table: [RegExp, string][], text: string) =>
  table.find(([pattern]) => pattern.test(text))?.[1];

export function findSystem(userAgent: string, touchPoints: number): string | undefined {
  const found = find(SYSTEMS, userAgent);
  // iPads send the user agent of a Mac, but Macs have no touch screen.
  return found === "Mac" && touchPoints > 1 ? "iPad" : found;
}

export function describeDevice(userAgent: string, touchPoints: number): string {
  const browser = find(BROWSERS, userAgent) ?? "A browser";
  const system = findSystem(userAgent, touchPoints);
  return system ? `${browser} on ${system}` : browser;
}
