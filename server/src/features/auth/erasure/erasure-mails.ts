import type { Language } from '@vitrin/shared/contract/users.ts';
import type { Mail } from '../../../adapters/mail/mailer.ts';
import { renderMail } from '../../../adapters/mail/mail-template.ts';
import { type MessageKey, translate } from '../../../i18n/messages.ts';
import { deviceName } from '../devices/device-name.ts';
import { link, type Recipient, timeInWords } from '../mails/mails.ts';
import type { Origin } from '../security/events.ts';

/** Mails about a deletion: it was requested, it is near, it was cancelled. */
export type ErasureNews = 'asked' | 'soon' | 'kept';

type Own = {
  news: ErasureNews;
  isFreelancer: boolean;
  dueAt: string;
  /** The key of the link that keeps the account; absent when the account stays. */
  key?: string;
  /** Account that requested or cancelled it; absent for a reminder and for the owner of the installation. */
  origin?: Origin;
  at: Date;
};

export function ownErasureMail(
  { to, username, language }: Recipient,
  publicUrl: string,
  { news, isFreelancer, dueAt, key, origin, at }: Own,
): Mail {
  const goes: MessageKey = isFreelancer ? 'mails.erasure.freelancer' : 'mails.erasure.customer';
  return renderMail({
    to,
    language,
    subject: `mails.erasure_${news}.subject`,
    paragraphs: [
      'mails.hello',
      `mails.erasure_${news}.text`,
      ...(news === 'kept' ? [] : [goes]),
      ...(origin ? (['mails.origin'] as const) : []),
    ],
    button: key
      ? { label: 'mails.erasure.keep', url: link(publicUrl, '/keep-account', { key }) }
      : { label: 'mails.payments.button', url: link(publicUrl, '/account') },
    ...(key !== undefined && { note: 'mails.erasure.keep_note' as const }),
    params: { username, ip: origin?.ip ?? '' },
    facts: {
      date: timeInWords(language, new Date(dueAt)),
      time: timeInWords(language, at),
      device: deviceOf(language, origin),
    },
  });
}

export function leavingFreelancerMail(
  { to, username, language }: Recipient,
  publicUrl: string,
  { news, freelancer, dueAt }: { news: ErasureNews; freelancer: string; dueAt: string },
): Mail {
  return aboutOther(to, language, news, 'freelancer', {
    button: { label: 'mails.erasure.projects', url: link(publicUrl, '/projects') },
    params: { username, freelancer },
    facts: { date: timeInWords(language, new Date(dueAt)) },
  });
}

export function leavingCustomerMail(
  { to, username, language }: Recipient,
  publicUrl: string,
  { news, customer, dueAt }: { news: ErasureNews; customer: string; dueAt: string },
): Mail {
  return aboutOther(to, language, news, 'customer', {
    button: { label: 'mails.registered.button', url: link(publicUrl, '/customers') },
    params: { username, customer },
    facts: { date: timeInWords(language, new Date(dueAt)) },
  });
}

function aboutOther(
  to: string,
  language: Language,
  news: ErasureNews,
  who: 'freelancer' | 'customer',
  rest: Pick<Parameters<typeof renderMail>[0], 'button' | 'params' | 'facts'>,
): Mail {
  const what = news === 'kept' ? 'stays' : 'leaves';
  return renderMail({
    to,
    language,
    subject: `mails.${who}_${what}.subject`,
    paragraphs: ['mails.hello', `mails.${who}_${what}.text`],
    ...rest,
  });
}

function deviceOf(language: Language, origin: Origin | undefined): string {
  return deviceName(origin?.userAgent ?? '') ?? translate(language, 'mails.new_device.unknown');
}
