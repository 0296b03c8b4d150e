import type { Mail } from '../adapters/mail/mailer.ts';

/** Every kind of job and what it carries. A handler for each is registered in app.ts. */
export type JobPayloads = {
  'send-mail': Mail;
};

export type JobHandlers = { [Kind in keyof JobPayloads]: (payload: JobPayloads[Kind]) => Promise<void> };
