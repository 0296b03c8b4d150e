export type MailFile = {
  filename: string;
  content: string;
  /** Default: text. */
  encoding?: 'base64';
  contentType: string;
};

export type Mail = {
  to: string;
  subject: string;
  text: string;
  html: string;
  /** Freelancer for whom a client gets the mail. */
  sender?: string;
  /** Takes a POST that ends such mails (RFC 8058). */
  unsubscribe?: string;
  attachments?: MailFile[];
  /** Equal at every attempt, so that readers see one mail. */
  messageId?: string;
  replyTo?: string;
};

/** A jpeg in the HTML, by `cid`; mails load nothing from elsewhere. */
export type InlinePicture = { cid: string; bytes: Buffer; width: number; height: number };

/** Pictures are made at sending, not queued. */
export type SentMail = Mail & { picture?: InlinePicture };

/** Another attempt would fail too. */
export class MailRefusedError extends Error {}

/** Other mails would fare no better. */
export class MailServerAwayError extends Error {}

/** Throws MailRefusedError or MailServerAwayError. After the signal a silent server gets only a moment. */
export type Mailer = { send: (mail: SentMail, signal?: AbortSignal) => Promise<void> };
