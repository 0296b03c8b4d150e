/** One message to one person, in plain words and as HTML. */
export type Mail = {
  to: string;
  subject: string;
  text: string;
  html: string;
  /** The freelancer in whose name a client is written to. */
  sender?: string;
  /** Address that ends mails like this one by a POST (RFC 8058). */
  unsubscribe?: string;
  /** Message-ID header, equal at every attempt to send this mail; without one each attempt gets its own. */
  messageId?: string;
};

/** The mail server refused the recipient or the mail for good; another attempt would meet the same. */
export class MailRefusedError extends Error {}

/** Delivers, or throws so that the job is tried again: MailRefusedError where that is of no use. */
export type Mailer = { send: (mail: Mail) => Promise<void> };
