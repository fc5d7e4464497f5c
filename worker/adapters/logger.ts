import type { Logger } from "~/core/shared/logger";

/** Fields must be ids, counts and codes; never names, e-mails, texts or places. */
export function createLogger(context: Record<string, unknown>): Logger {
  const line = (level: string, event: string, fields: Record<string, unknown> = {}) =>
    JSON.stringify({ level, event, ...context, ...fields });
  return {
    info: (event, fields) => console.info(line("info", event, fields)),
    warn: (event, fields) => console.warn(line("warn", event, fields)),
    error: (event, error, fields) => {
      const name = error instanceof Error ? error.name : typeof error;
      const at = error instanceof Error ? framesOf(error).join(" |") : "";
      console.error(line("error", event, { ...fields, error: name, at: at.trim() }));
    },
  };
}

/** The message is cut off before the frames, because it can quote data over several lines. */
function framesOf({ stack = "", message }: Error): string[] {
  const frames = stack.slice(stack.indexOf(message) + message.length);
  return frames
    .split("\n")
    .filter((line) => line.trimStart().startsWith("at "))
    .slice(0, 5);
}
