import type { AskSupport } from '@vitrin/shared/contract/support.ts';
import { withoutLinks } from '../../adapters/mail/chosen-words.ts';
import type { Mail, MailFile } from '../../adapters/mail/mailer.ts';
import type { Config } from '../../config/config.ts';
import { escapeHtml } from '../../i18n/escape-html.ts';
import { translate } from '../../i18n/messages.ts';

type Facts = {
  reference: string;
  answer_by: string | null;
  browser: string;
  version: string;
  plan: string | null;
  name: string;
  username: string;
  email: string | null;
};

/** A question to support as CONTACT_EMAIL gets it, with what is needed to answer it (specification 7.16). */
export function supportMail(
  { contactEmail, ownerLanguage, publicUrl }: Pick<Config, 'contactEmail' | 'ownerLanguage' | 'publicUrl'>,
  { subject, text }: Pick<AskSupport, 'subject' | 'text'>,
  { reference, answer_by, browser, version, plan, name, username, email }: Facts,
  attachments: MailFile[],
): Mail {
  const nothing = translate(ownerLanguage, 'support.nothing');
  const lines = [
    ['support.reference', reference],
    ['support.asker', withoutLinks(`${name} (${username})`)],
    ['support.address', email ?? nothing],
    ['support.plan', plan ?? nothing],
    ['support.answer_by', answer_by ?? nothing],
    ['support.browser', withoutLinks(browser)],
    ['support.version', version],
    ['support.installation', publicUrl],
  ] as const;
  const facts = lines.map(([key, value]) => `${translate(ownerLanguage, key)}: ${value}`).join('\n');
  const whole = `${text}\n\n${facts}\n`;
  return {
    to: contactEmail,
    subject: `[${reference}] ${withoutLinks(subject)}`,
    text: whole,
    html: `<div style="white-space:pre-wrap">${escapeHtml(whole)}</div>`,
    ...(email !== null && { replyTo: email }),
    ...(attachments.length > 0 && { attachments }),
  };
}
