import type { Language } from '@vitrin/shared/contract/users.ts';
import type { Mail } from '../../../adapters/mail/mailer.ts';
import { type MailPart, renderMail } from '../../../adapters/mail/mail-template.ts';

/** An account that has verified the address, and its code. `freelancer` is null for a freelancer's own account. */
export type CodeOfAccount = {
  username: string;
  freelancer: string | null;
  sender: string | null;
  code: string;
};

/** Makes the mail with the login codes; it has no link, as programs that open links in mails must not use a code. */
export function codeMail(
  { to, language }: { to: string; language: Language },
  accounts: readonly CodeOfAccount[],
): Mail {
  const [first, ...others] = accounts;
  const senders = new Set(accounts.map(({ sender }) => sender));
  return renderMail({
    to,
    language,
    subject: 'mails.code.subject',
    paragraphs:
      others.length > 0
        ? ['mails.code.several', ...accounts.map(lineOf), 'mails.code.use']
        : [
            'mails.code.text',
            ...(first?.freelancer ? (['mails.freelancer'] as const) : []),
            'mails.code.use',
          ],
    note: 'mails.code.note',
    params: {
      username: first?.username ?? '',
      code: first?.code ?? '',
      ...(first?.freelancer && { freelancer: first.freelancer }),
    },
    sender: senders.size === 1 ? first?.sender : null,
  });
}

/** Makes the mail with the code that confirms a change; it has no link, as that of the login code. */
export function proofCodeMail(
  { to, username, language }: { to: string; username: string; language: Language },
  code: string,
): Mail {
  return renderMail({
    to,
    language,
    subject: 'mails.proof_code.subject',
    paragraphs: ['mails.proof_code.text', 'mails.code.use'],
    note: 'mails.proof_code.note',
    params: { username, code },
  });
}

function lineOf({ username, freelancer, code }: CodeOfAccount): MailPart {
  return freelancer
    ? { key: 'mails.code.of_client', params: { code, username, freelancer } }
    : { key: 'mails.code.of_freelancer', params: { code, username } };
}
