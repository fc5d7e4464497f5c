/** An area and what happened in it, for example `pairing.published`. */
export type LogEvent = `${string}.${string}`;

/** Events and fields must not contain personal data. */
export interface Logger {
  info(event: LogEvent, fields?: Record<string, unknown>): void;
  warn(event: LogEvent, fields?: Record<string, unknown>): void;
  error(event: LogEvent, error: unknown, fields?: Record<string, unknown>): void;
}
