import type { Logger } from "~/core/shared/logger";

export interface LogEntry {
  level: "info" | "warn" | "error";
  event: string;
  fields?: Record<string, unknown>;
  message?: string;
}

export function createRecordingLogger(): { logger: Logger; entries: LogEntry[] } {
  const entries: LogEntry[] = [];
  return {
    entries,
    logger: {
      info: (event, fields) => entries.push({ level: "info", event, fields }),
      warn: (event, fields) => entries.push({ level: "warn", event, fields }),
      error: (event, error, fields) =>
        entries.push({ level: "error", event, fields, message: String(error) }),
    },
  };
}
