import type { Mail } from '../../../adapters/mail/mailer.ts';
import { renderMail } from '../../../adapters/mail/mail-template.ts';
import { type MessageKey, translate } from '../../../i18n/messages.ts';
import { deviceName } from '../devices/device-name.ts';
import { link, type Recipient, timeInWords } from '../mails/mails.ts';

export const NOTICE_KINDS = [
  'password_changed',
  'password_reset',
  'address_added',
  'address_made_primary',
  'address_removed',
  'identity_connected',
  'identity_disconnected',
  'factor_added',
  'factor_removed',
  'recovery_codes_made',
  'recovery_code_used',
  'feed_made',
  'token_made',
  'passkey_added',
  'passkey_renamed',
  'passkey_removed',
  'new_device',
] as const;
export type NoticeKind = (typeof NOTICE_KINDS)[number];

type Notice = {
  kind: NoticeKind;
  detail?: string;
  ip: string;
  userAgent: string;
  at: Date;
  /** True if a reset disconnected an identity or removed a passkey, which the mail then says. */
  hasDisconnected?: boolean;
  hasLostPasskeys?: boolean;
  reclaimKey?: string;
};

export function securityMail(
  { to, username, language }: Recipient,
  publicUrl: string,
  {
    kind,
    detail = '',
    ip,
    userAgent,
    at,
    hasDisconnected = false,
    hasLostPasskeys = false,
    reclaimKey,
  }: Notice,
): Mail {
  const device = deviceName(userAgent) ?? translate(language, 'mails.new_device.unknown');
  const texts: MessageKey[] = ['mails.hello', `mails.${kind}.text`];
  if (hasDisconnected) texts.push('mails.identities_gone');
  if (hasLostPasskeys) texts.push('mails.passkeys_gone');
  return renderMail({
    to,
    language,
    subject: `mails.${kind}.subject`,
    paragraphs: [...texts, 'mails.origin'],
    button:
      reclaimKey === undefined
        ? { label: 'mails.not_me.reset', url: link(publicUrl, '/reset-password') }
        : { label: 'mails.not_me.take_back', url: link(publicUrl, '/take-back', { key: reclaimKey }) },
    note: reclaimKey === undefined ? 'mails.not_me.reset_note' : 'mails.not_me.take_back_note',
    params: { username, detail, ip },
    facts: { device, time: timeInWords(language, at) },
  });
}
