import type { Language } from '@vitrin/shared/contract/users.ts';
import { type MessageKey, translate } from '../../i18n/messages.ts';
import { withoutLinks } from './chosen-words.ts';
import type { InlinePicture, SentMail } from './mailer.ts';
import { escapeHtml } from '../../i18n/escape-html.ts';

type Params = Record<string, string | number>;

export type MailPart = { key: MessageKey; params: Params };

type MailContent = {
  to: string;
  language: Language;
  subject: MessageKey;
  paragraphs: (MessageKey | MailPart)[];
  button?: { label: MessageKey; url: string };
  note?: MessageKey;
  /** Words that people chose, and numbers: shown so that no mail program makes a link of them. */
  params?: Params;
  /** Words of the installation itself, such as a time, a price or the kind of a device: shown as they are. */
  facts?: Params;
  /** Subject of the mail, such as a project's name, above its text; in HTML alone, since the text says it too. */
  title?: string | null | undefined;
  picture?: InlinePicture | undefined;
  sender?: string | null | undefined;
  /** `page`, in small print, asks before it ends mails like this one; `oneClick`, in a header, takes a POST. */
  unsubscribe?: { page: string; oneClick: string };
};

/** Renders a mail as plain text, and as HTML that loads nothing and is dark where its reader's program is. */
export function renderMail(content: MailContent): SentMail {
  const {
    to,
    language,
    subject,
    paragraphs,
    button,
    note,
    params = {},
    facts,
    title,
    picture,
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
  const parts = [
    `<p class="brand" style="${BRAND}">${escapeHtml(withoutLinks(sender ?? 'Vitrin'))}</p>`,
    ...(title ? [`<p class="text" style="${TITLE}">${escapeHtml(withoutLinks(title))}</p>`] : []),
    ...texts.map((text) => `<p class="text" style="${TEXT}">${escapeHtml(text)}</p>`),
    ...(button ? [buttonHtml(label ?? '', button.url)] : []),
    ...(small ? [smallHtml(escapeHtml(small))] : []),
    smallHtml(escapeHtml(signature)),
    ...(unsubscribe === undefined
      ? []
      : [
          smallHtml(
            `<a href="${escapeHtml(unsubscribe.page)}" class="small" style="color:#6b655d">${escapeHtml(end)}</a>`,
          ),
        ]),
  ];
  const html = page(language, parts, picture);
  const mail = { to, subject: oneLine(say(subject)), text: `${lines.join('\n\n')}\n`, html };
  return {
    ...mail,
    ...(sender && { sender }),
    ...(unsubscribe && { unsubscribe: unsubscribe.oneClick }),
    ...(picture && { picture }),
  };
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
const TITLE = `margin:0 0 16px;font-family:Georgia,serif;font-size:28px;line-height:1.15;color:#26231f;overflow-wrap:anywhere`;
const TEXT = `margin:0 0 16px;${FONT};font-size:16px;line-height:1.5;color:#26231f;overflow-wrap:anywhere`;
const SMALL = `margin:16px 0 0;${FONT};font-size:13px;line-height:1.5;color:#6b655d;overflow-wrap:anywhere`;
const BUTTON = `display:inline-block;padding:12px 24px;border-radius:10px;background:#0f5257;color:#ffffff;${FONT};font-size:16px;font-weight:600;text-decoration:none`;

function buttonHtml(label: string, url: string): string {
  const address = escapeHtml(url);
  return `<p style="margin:24px 0"><a href="${address}" class="button" style="${BUTTON}">${escapeHtml(label)}</a></p>
${smallHtml(address)}`;
}

function smallHtml(inner: string): string {
  return `<p class="small" style="${SMALL}">${inner}</p>`;
}

const PICTURE_BOX = { width: 520, height: 390 };

function pictureHtml({ cid, width, height }: InlinePicture): string {
  const share = Math.min(1, PICTURE_BOX.width / width, PICTURE_BOX.height / height);
  const [shownWidth, shownHeight] = [Math.round(width * share), Math.round(height * share)];
  return `<div class="wall" style="background:#efe9df;border-radius:10px 10px 0 0;overflow:hidden"><img src="cid:${cid}" alt="" width="${shownWidth}" height="${shownHeight}" style="display:block;margin:0 auto;max-width:100%;height:auto"></div>
`;
}

/** Programs that know no style sheets show the light colours, which stand in the elements. */
const DARK = `@media (prefers-color-scheme:dark){
.page{background:#17140f!important}
.card{background:#211d17!important;border-color:#3a342a!important}
.wall{background:#17140f!important}
.brand{color:#7cc4bb!important}
.text{color:#ece7dd!important}
.small{color:#aaa294!important}
.button{background:#21766e!important;color:#ffffff!important}
}`;

function page(language: Language, parts: string[], picture: InlinePicture | undefined): string {
  return `<!doctype html>
<html lang="${language}">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light dark"><meta name="supported-color-schemes" content="light dark">
<style>${DARK}</style></head>
<body class="page" style="margin:0;padding:32px 16px;background:#f6f3ee">
<div class="card" style="max-width:520px;margin:0 auto;background:#ffffff;border:1px solid #e4ded5;border-radius:10px">
${picture ? pictureHtml(picture) : ''}<div style="padding:32px">
${parts.join('\n')}
</div>
</div>
</body>
</html>
`;
}

/** A name with a line break in it must not start another header. */
function oneLine(text: string): string {
  return text.replaceAll(/\s+/g, ' ');
}
