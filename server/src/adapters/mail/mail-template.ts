import type { Language } from '@vitrin/shared/contract/users.ts';
import { type MessageKey, translate } from '../../i18n/messages.ts';
import { withoutLinks } from './chosen-words.ts';
import type { Mail } from './mailer.ts';

type Params = Record<string, string | number>;

/** A paragraph, where it differs from the others by more than its key. */
export type MailPart = { key: MessageKey; params: Params };

type MailContent = {
  to: string;
  language: Language;
  subject: MessageKey;
  paragraphs: (MessageKey | MailPart)[];
  /** The one link a reader should follow. */
  button?: { label: MessageKey; url: string };
  /** Small print below the button. */
  note?: MessageKey;
  /** Words that people chose, and numbers: shown so that no mail program makes a link of them. */
  params?: Params;
  /** Words of the installation itself, such as a time, a price or the kind of a device: shown as they are. */
  facts?: Params;
  /** The freelancer in whose name a client is written to. */
  sender?: string | null | undefined;
  /**
   * Ends mails like this one: the page that asks first stands in small print, the address that takes a POST in a header.
   */
  unsubscribe?: { page: string; oneClick: string };
};

/** Renders a mail as plain text, and as HTML without pictures and style sheets. */
export function renderMail(content: MailContent): Mail {
  const {
    to,
    language,
    subject,
    paragraphs,
    button,
    note,
    params = {},
    facts,
    sender,
    unsubscribe,
  } = content;
  const said = { ...shown(params), ...facts };
  const say = (key: MessageKey) => translate(language, key, said);
  const texts = paragraphs.map((part) =>
    typeof part === 'string' ? say(part) : translate(language, part.key, shown(part.params)),
  );
  const label = button && say(button.label);
  const small = note && say(note);
  const signature = translate(language, 'mails.signature');
  const end = translate(language, 'mails.unsubscribe');
  const lines = [
    ...texts,
    ...(button ? [`${label}:\n${button.url}`] : []),
    ...(small ? [small] : []),
    signature,
    ...(unsubscribe === undefined ? [] : [`${end}:\n${unsubscribe.page}`]),
  ];
  const html = page(language, [
    `<p style="${BRAND}">${escapeHtml(withoutLinks(sender ?? 'Vitrin'))}</p>`,
    ...texts.map((text) => `<p style="${TEXT}">${escapeHtml(text)}</p>`),
    ...(button ? [buttonHtml(label ?? '', button.url)] : []),
    ...(small ? [`<p style="${SMALL}">${escapeHtml(small)}</p>`] : []),
    `<p style="${SMALL}">${escapeHtml(signature)}</p>`,
    ...(unsubscribe === undefined
      ? []
      : [
          `<p style="${SMALL}"><a href="${escapeHtml(unsubscribe.page)}" style="color:#6b655d">${escapeHtml(end)}</a></p>`,
        ]),
  ]);
  const mail = { to, subject: oneLine(say(subject)), text: `${lines.join('\n\n')}\n`, html };
  return { ...mail, ...(sender && { sender }), ...(unsubscribe && { unsubscribe: unsubscribe.oneClick }) };
}

function shown(params: Params): Params {
  return Object.fromEntries(
    Object.entries(params).map(([name, value]) => [
      name,
      typeof value === 'string' ? withoutLinks(value) : value,
    ]),
  );
}

const FONT = 'font-family:-apple-system,Segoe UI,Roboto,Helvetica,Arial,sans-serif';
const BRAND = `margin:0 0 24px;${FONT};font-size:20px;font-weight:600;color:#0f5257`;
const TEXT = `margin:0 0 16px;${FONT};font-size:16px;line-height:1.5;color:#26231f;overflow-wrap:anywhere`;
const SMALL = `margin:16px 0 0;${FONT};font-size:13px;line-height:1.5;color:#6b655d;overflow-wrap:anywhere`;
const BUTTON = `display:inline-block;padding:12px 24px;border-radius:10px;background:#0f5257;color:#ffffff;${FONT};font-size:16px;font-weight:600;text-decoration:none`;

function buttonHtml(label: string, url: string): string {
  const address = escapeHtml(url);
  return `<p style="margin:24px 0"><a href="${address}" style="${BUTTON}">${escapeHtml(label)}</a></p>
<p style="${SMALL}">${address}</p>`;
}

function page(language: Language, parts: string[]): string {
  return `<!doctype html>
<html lang="${language}">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light"></head>
<body style="margin:0;padding:32px 16px;background:#f6f3ee">
<div style="max-width:520px;margin:0 auto;padding:32px;background:#ffffff;border:1px solid #e4ded5;border-radius:10px">
${parts.join('\n')}
</div>
</body>
</html>
`;
}

function escapeHtml(text: string): string {
  const names: Record<string, string> = {
    '&': '&amp;',
    '<': '&lt;',
    '>': '&gt;',
    '"': '&quot;',
    "'": '&#39;',
  };
  return text.replaceAll(/[&<>"']/g, (character) => names[character] ?? '');
}

/** A name with a line break in it must not start another header. */
function oneLine(text: string): string {
  return text.replaceAll(/\s+/g, ' ');
}
