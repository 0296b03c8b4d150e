import { setTimeout as pause } from 'node:timers/promises';
import nodemailer from 'nodemailer';
import { enveloped } from './envelope.ts';
import { MailRefusedError, type Mailer, MailServerAwayError } from './mailer.ts';

type SmtpFailure = Error & { responseCode?: unknown; command?: unknown };

/** Commands that are refused because of this recipient or this mail, not because of the server or our account there. */
const ABOUT_THE_MAIL = ['RCPT TO', 'DATA'];

const INSIDE = ['MAIL FROM', ...ABOUT_THE_MAIL];

/** Limits for a mail server that accepts a connection and stays silent; some delay every client on purpose. */
const TIME_LIMITS = { connectionTimeout: 10_000, greetingTimeout: 30_000, socketTimeout: 60_000 };
/** How long a mail that is on its way when the server stops is waited for. */
const STOP_MILLISECONDS = 3000;

export function createSmtpMailer(smtpUrl: string, from: string): Mailer {
  const transport = nodemailer.createTransport({ url: smtpUrl, ...TIME_LIMITS });
  const isAway = async (error: SmtpFailure) => {
    if (typeof error.command === 'string' && INSIDE.includes(error.command)) return false;
    // A mail that makes the server hang up must not pass for a server that is away.
    return transport.verify().then(
      () => false,
      () => true,
    );
  };
  return {
    async send(mail, signal) {
      const sending = transport.sendMail(enveloped(from, mail)).catch(async (error: unknown) => {
        if (!(error instanceof Error)) throw error;
        const failure = withoutRecipient(error, mail.to);
        throw (await isAway(error)) ? new MailServerAwayError(failure.message) : failure;
      });
      await (signal ? Promise.race([sending, endedBy(signal)]) : sending);
    },
  };
}

function endedBy(signal: AbortSignal): Promise<never> {
  const { promise, reject } = Promise.withResolvers<never>();
  const end = async () => {
    await pause(STOP_MILLISECONDS);
    reject(new Error('The mail server did not answer in time'));
  };
  if (signal.aborted) void end();
  else signal.addEventListener('abort', () => void end(), { once: true });
  return promise;
}

/** The error without its recipient, whom mail servers repeat in several fields, for the log and the job's row. */
function withoutRecipient(error: Error, to: string): Error {
  const reason = error.message.replaceAll(to, '(recipient)');
  return isRefusal(error) ? new MailRefusedError(reason) : new Error(reason);
}

/** An answer of 5yz (RFC 5321, 4.2.1) is for good; others may be different at the next attempt. */
function isRefusal({ responseCode, command }: SmtpFailure): boolean {
  const isForGood = typeof responseCode === 'number' && responseCode >= 500 && responseCode < 600;
  return isForGood && typeof command === 'string' && ABOUT_THE_MAIL.includes(command);
}
