import type { LoggerOptions } from 'pino';
import { REDACTION } from './log-secrets.ts';
import { fieldsOfLog } from '../../current/current-work.ts';

export const LOG_OPTIONS: LoggerOptions = { ...REDACTION, mixin: fieldsOfLog };
