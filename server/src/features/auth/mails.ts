import type { Language } from '@vitrin/shared/contract/users.ts';
import type { Mail } from '../../adapters/mail/mailer.ts';
import { renderMail } from '../../adapters/mail/mail-template.ts';

export type Recipient = { to: string; username: string; language: Language };

/** The link of a signup, an added address or a resend. `key` is put into the query as a form would. */
export function verificationMail(
  { to, username, language }: Recipient,
  publicUrl: string,
  key: string,
): Mail {
  return renderMail({
    to,
    language,
    subject: 'mails.verify.subject',
    paragraphs: ['mails.verify.hello', 'mails.verify.text'],
    button: { label: 'mails.verify.button', url: link(publicUrl, '/verify-email', { key }) },
    note: 'mails.verify.note',
    params: { username, email: to },
  });
}

/** Somebody tried to register with an address that has an account. */
export function alreadyExistsMail({ to, username, language }: Recipient, publicUrl: string): Mail {
  return renderMail({
    to,
    language,
    subject: 'mails.exists.subject',
    paragraphs: ['mails.exists.hello', 'mails.exists.text'],
    button: { label: 'mails.exists.button', url: link(publicUrl, '/reset-password') },
    note: 'mails.exists.note',
    params: { username, email: to },
  });
}

function link(publicUrl: string, path: string, query: Record<string, string> = {}): string {
  const url = new URL(path, publicUrl);
  for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value);
  return url.href;
}
