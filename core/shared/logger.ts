/** An area and what happened in it, such as `pairing.published`. */
export type LogEvent = `${string}.${string}`;

/** Must not contain personal data. */
export interface Logger {
  info(event: LogEvent, fields?: Record<string, unknown>): void;
  warn(event: LogEvent, fields?: Record<string, unknown>): void;
  error(event: LogEvent, error: unknown, fields?: Record<string, unknown>): void;
}
