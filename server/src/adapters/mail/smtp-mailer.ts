import nodemailer from 'nodemailer';
import { enveloped } from './envelope.ts';
import { MailRefusedError, type Mailer } from './mailer.ts';

/** What nodemailer says of an SMTP answer. */
type SmtpFailure = Error & { responseCode?: unknown; command?: unknown };

/** Commands whose refusal concerns this recipient or this mail, and not the server or our account there. */
const ABOUT_THE_MAIL = ['RCPT TO', 'DATA'];

export function createSmtpMailer(smtpUrl: string, from: string): Mailer {
  const transport = nodemailer.createTransport(smtpUrl);
  return {
    async send(mail) {
      try {
        await transport.sendMail(enveloped(from, mail));
      } catch (error) {
        if (!(error instanceof Error)) throw error;
        throw withoutRecipient(error, mail.to);
      }
    },
  };
}

/** What goes to the log and to the job names nobody: servers repeat the recipient, in more fields than the message. */
function withoutRecipient(error: Error, to: string): Error {
  const reason = error.message.replaceAll(to, '(recipient)');
  return isRefusal(error) ? new MailRefusedError(reason) : new Error(reason);
}

/** An answer of 5yz (RFC 5321, 4.2.1) is for good; others may be different at the next attempt. */
function isRefusal({ responseCode, command }: SmtpFailure): boolean {
  const isForGood = typeof responseCode === 'number' && responseCode >= 500 && responseCode < 600;
  return isForGood && typeof command === 'string' && ABOUT_THE_MAIL.includes(command);
}
