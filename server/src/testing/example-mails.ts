import type { Language } from '@vitrin/shared/contract/users.ts';
import type { Mail } from '../adapters/mail/mailer.ts';
import {
  alreadyExistsMail,
  customerRegisteredMail,
  newDeviceMail,
  passwordChangedMail,
  resetMail,
  verificationMail,
} from '../features/auth/mails.ts';

const USER_AGENT =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/19.0 Mobile/15E148 Safari/604.1';

/** One of each kind of mail about accounts, by name. */
export function exampleMails(language: Language, publicUrl: string, username = 'Ayşe'): Record<string, Mail> {
  const recipient = { to: 'ayse@example.com', username, language };
  const at = new Date('2026-11-20T10:00:00.000Z');
  return {
    verify: verificationMail(recipient, publicUrl, '1.thnk5z.key'),
    reset: resetMail(recipient, publicUrl, 'r.1.1.thnk5z.key'),
    exists: alreadyExistsMail(recipient, publicUrl),
    'password-changed': passwordChangedMail(recipient, publicUrl, at),
    'new-device': newDeviceMail(recipient, publicUrl, { ip: '203.0.113.9', userAgent: USER_AGENT, at }),
    registered: customerRegisteredMail(recipient, publicUrl, 'Bosphorus & Sons'),
  };
}
