import type { Language } from '@vitrin/shared/contract/users.ts';
import type { Mail } from '../../adapters/mail/mailer.ts';
import { renderMail } from '../../adapters/mail/mail-template.ts';

/** Makes the mail of an invitation, which names usernames only, since the address is not proven (specification 9.16). */
export function invitationMail(
  { to, username, language }: { to: string; username: string; language: Language },
  freelancer: string,
  url: string,
): Mail {
  return renderMail({
    to,
    language,
    subject: 'mails.invitation.subject',
    paragraphs: ['mails.hello', 'mails.invitation.text', 'mails.log_in_as'],
    button: { label: 'mails.invitation.button', url },
    note: 'mails.invitation.note',
    params: { username, freelancer },
  });
}
