import type { LoggerOptions } from 'pino';
import { REDACTION } from './log-secrets.ts';
import { fieldsOfLog } from '../../current/current-work.ts';

/** How every log line is written: without secrets, and with the request and trace that it was written for. */
export const LOG_OPTIONS: LoggerOptions = { ...REDACTION, mixin: fieldsOfLog };
