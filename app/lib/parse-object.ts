/** Parses a text as a JSON object, without a check of its values; null for any other text. */
export function parseObject(text: string | null | undefined): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(text ?? "");
    return typeof value === "object" && value !== null ? { ...value } : null;
  } catch {
    return null;
  }
}
