import type { Language } from '@vitrin/shared/contract/users.ts';
import type { Mail } from '../adapters/mail/mailer.ts';
import {
  alreadyExistsMail,
  customerRegisteredMail,
  resetMail,
  verificationMail,
} from '../features/auth/mails/mails.ts';
import { NOTICE_KINDS, type NoticeKind, securityMail } from '../features/auth/security/security-mail.ts';

/** What each notice is about. */
const DETAILS: Partial<Record<NoticeKind, string>> = {
  address_added: 'ayse@yeni.example',
  address_made_primary: 'ayse@yeni.example',
  address_removed: 'ayse@eski.example',
  identity_connected: 'ayse@gmail.example',
  identity_disconnected: 'ayse@gmail.example',
};

const USER_AGENT =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/19.0 Mobile/15E148 Safari/604.1';

/** One of each kind of mail about accounts, by name. */
export function exampleMails(language: Language, publicUrl: string, username = 'Ayşe'): Record<string, Mail> {
  const recipient = { to: 'ayse@example.com', username, language };
  const at = new Date('2026-11-20T10:00:00.000Z');
  const notice = (kind: NoticeKind, takeBackKey?: string): Mail =>
    securityMail(recipient, publicUrl, {
      kind,
      ip: '203.0.113.9',
      userAgent: USER_AGENT,
      at,
      hasDisconnected: kind === 'password_reset',
      ...(DETAILS[kind] !== undefined && { detail: DETAILS[kind] }),
      ...(takeBackKey !== undefined && { takeBackKey }),
    });
  const notices: Record<string, Mail> = {};
  for (const kind of NOTICE_KINDS) notices[kind.replaceAll('_', '-')] = notice(kind, '1.thnk5z.key');
  return {
    verify: verificationMail(recipient, publicUrl, '1.thnk5z.key'),
    reset: resetMail(recipient, publicUrl, 'r.1.1.thnk5z.key'),
    exists: alreadyExistsMail(recipient, publicUrl),
    ...notices,
    'password-changed-without-link': notice('password_changed'),
    registered: customerRegisteredMail(recipient, publicUrl, 'Bosphorus & Sons'),
  };
}
