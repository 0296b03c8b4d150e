import { type Logger, type LoggerOptions, symbols } from 'pino';
import { REDACTION } from './log-secrets.ts';
import { fieldsOfLog } from '../../current-work.ts';

/** How every log line is written: without secrets, and with the request and trace that it was written for. */
export const LOG_OPTIONS: LoggerOptions = {
  ...REDACTION,
  mixin: (_line, _level, logger) => fieldsOfLog(namesRequest(logger)),
};

/** Whether a logger is that of a request, which names it in each line. */
function namesRequest(logger: Logger): boolean {
  const written: unknown = (logger as unknown as Record<symbol, unknown>)[symbols.chindingsSym];
  return typeof written === 'string' && written.includes('"reqId":');
}
