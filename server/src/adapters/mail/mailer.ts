export type MailFile = {
  filename: string;
  content: string;
  /** How `content` stands for bytes; without it, it is text. */
  encoding?: 'base64';
  contentType: string;
};

export type Mail = {
  to: string;
  subject: string;
  text: string;
  html: string;
  /** Name of the freelancer that the mail to a client is sent for. */
  sender?: string;
  /** Address that ends mails like this one by a POST (RFC 8058). */
  unsubscribe?: string;
  attachments?: MailFile[];
  /** Message-ID header, equal at every attempt to send this mail; without one each attempt gets its own. */
  messageId?: string;
  replyTo?: string;
};

/** A jpeg that stands in the HTML of a mail, which names it by `cid`; no mail loads anything from elsewhere. */
export type InlinePicture = { cid: string; bytes: Buffer; width: number; height: number };

/** A mail on its way. Pictures are made when it goes, and wait in no queue. */
export type SentMail = Mail & { picture?: InlinePicture };

/** The mail server refused the recipient or the mail for good; another attempt would fail too. */
export class MailRefusedError extends Error {}

/** There is no mail server just now, or none that lets us in: other mails would fare no better. */
export class MailServerAwayError extends Error {}

/**
 * Delivers a mail, or throws so that the job is tried again: MailRefusedError where no attempt helps,
 * MailServerAwayError where this mail is not the reason. After the signal a mail server that does not answer gets only
 * a moment longer.
 */
export type Mailer = { send: (mail: SentMail, signal?: AbortSignal) => Promise<void> };
