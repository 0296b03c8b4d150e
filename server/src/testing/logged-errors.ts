/** Errors that servers of test apps logged since the running test began. */
const lines: string[] = [];

type LogLine = { level?: unknown; msg?: unknown; err?: { stack?: unknown } };

/** pino's number of the level `error`. */
const ERROR_LEVEL = 50;

/** Keeps a log line of a server if it is an error. */
export function keepError({ level, msg, err }: LogLine): void {
  if (typeof level !== 'number' || level < ERROR_LEVEL) return;
  lines.push([msg, err?.stack].filter((text) => typeof text === 'string').join('\n'));
}

export function forgetErrors(): void {
  lines.length = 0;
}

/** The errors kept, oldest first, for the output of a test that failed. */
export function keptErrors(): string {
  return lines.map((line) => `The server logged: ${line}`).join('\n');
}
