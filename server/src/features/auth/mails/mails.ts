import type { Language } from '@vitrin/shared/contract/users.ts';
import type { Mail } from '../../../adapters/mail/mailer.ts';
import { renderMail } from '../../../adapters/mail/mail-template.ts';

export type Recipient = { to: string; username: string; language: Language };

/** `freelancer` is a customer's, absent for a freelancer's own account; `sender` is the name that this freelancer chose. */
type AccountHolder = Recipient & { freelancer?: string | null; sender?: string | null };

/** Makes the mail with the verification link of a signup, an added address or a resend; `key` is encoded into the query. */
export function verificationMail(
  { to, username, language, freelancer }: Omit<AccountHolder, 'sender'>,
  publicUrl: string,
  key: string,
): Mail {
  return renderMail({
    to,
    language,
    subject: 'mails.verify.subject',
    paragraphs: freelancer
      ? ['mails.hello', 'mails.freelancer', 'mails.log_in_as', 'mails.verify.text']
      : ['mails.hello', 'mails.verify.text'],
    button: { label: 'mails.verify.button', url: link(publicUrl, '/verify-email', { key }) },
    note: 'mails.verify.note',
    params: { username, email: to, ...(freelancer && { freelancer }) },
  });
}

/** Makes the mail to an address that has an account, after an attempt to register with it. */
export function alreadyExistsMail({ to, username, language }: Recipient, publicUrl: string): Mail {
  return renderMail({
    to,
    language,
    subject: 'mails.exists.subject',
    paragraphs: ['mails.hello', 'mails.exists.text'],
    button: { label: 'mails.exists.button', url: link(publicUrl, '/reset-password') },
    note: 'mails.exists.note',
    params: { username, email: to },
  });
}

export function resetMail(
  { to, username, language, freelancer, sender }: AccountHolder,
  publicUrl: string,
  token: string,
): Mail {
  return renderMail({
    to,
    language,
    subject: 'mails.reset.subject',
    paragraphs: ['mails.hello', 'mails.reset.text', ...(freelancer ? (['mails.freelancer'] as const) : [])],
    button: { label: 'mails.reset.button', url: link(publicUrl, '/password-reset', { token }) },
    note: 'mails.reset.note',
    params: { username, ...(freelancer && { freelancer }) },
    sender,
  });
}

export function customerRegisteredMail(
  { to, username, language }: Recipient,
  publicUrl: string,
  customer: string,
): Mail {
  return renderMail({
    to,
    language,
    subject: 'mails.registered.subject',
    paragraphs: ['mails.hello', 'mails.registered.text'],
    button: { label: 'mails.registered.button', url: link(publicUrl, '/customers') },
    params: { username, customer },
  });
}

/** Formats the time in UTC, since the reader's time zone is unknown. */
export function timeInWords(language: Language, at: Date): string {
  const format = new Intl.DateTimeFormat(language, {
    dateStyle: 'long',
    timeStyle: 'short',
    timeZone: 'UTC',
  });
  return `${format.format(at)} UTC`;
}

export function link(publicUrl: string, path: string, query: Record<string, string> = {}): string {
  const url = new URL(path, publicUrl);
  for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value);
  return url.href;
}
