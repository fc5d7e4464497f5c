import type { Logger } from "~/core/ports";

/** One JSON object per line. Fields are ids, counts and codes; never names, e-mails, texts or places. */
export function createLogger(context: Record<string, unknown>): Logger {
  const line = (level: string, event: string, fields: Record<string, unknown> = {}) =>
    JSON.stringify({ level, event, ...context, ...fields });
  return {
    info: (event, fields) => console.info(line("info", event, fields)),
    warn: (event, fields) => console.warn(line("warn", event, fields)),
    error: (event, error, fields) => {
      // The stack names our own code only; a message may quote data, so it stays out.
      const name = error instanceof Error ? error.name : typeof error;
      const at =
        error instanceof Error ? (error.stack ?? "").split("\n").slice(1, 6).join(" |") : "";
      console.error(line("error", event, { ...fields, error: name, at: at.trim() }));
    },
  };
}
