import type { Mail } from '../../adapters/mail/mailer.ts';

/** A mail of paragraphs, in plain words and as HTML. */
export function toMail(to: string, subject: string, paragraphs: string[]): Mail {
  const body = paragraphs.map((text) => `<p>${escapeHtml(text)}</p>`).join('');
  return { to, subject, text: `${paragraphs.join('\n\n')}\n`, html: `<div style="${STYLE}">${body}</div>` };
}

const STYLE = 'font-family:system-ui,sans-serif;font-size:16px;line-height:1.5;color:#262219;max-width:34em';

export function escapeHtml(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
}
