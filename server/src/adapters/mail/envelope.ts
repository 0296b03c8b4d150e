import { withoutLinks } from './chosen-words.ts';
import type { SentMail } from './mailer.ts';

const PRODUCT = 'Vitrin';

const ADDRESS = /<([^<>]+)>/;

/** Adds picture, sender and headers, which stop auto-replies (RFC 3834) and make an unsubscribe button (RFC 8058). */
export function enveloped(
  from: string,
  { sender, unsubscribe, picture, attachments: files = [], ...mail }: SentMail,
) {
  const headers = {
    'Auto-Submitted': 'auto-generated',
    ...(unsubscribe !== undefined && {
      'List-Unsubscribe': `<${unsubscribe}>`,
      'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
    }),
  };
  const inline = picture && {
    filename: 'cover.jpg',
    content: picture.bytes,
    cid: picture.cid,
    contentType: 'image/jpeg',
    contentDisposition: 'inline' as const,
  };
  const attachments = [...(inline ? [inline] : []), ...files];
  return { from: fromOf(from, sender), headers, ...mail, ...(attachments.length > 0 && { attachments }) };
}

/** Keeps our own address, which mail servers check; the name is in an object, so it needs no quoting. */
function fromOf(from: string, sender: string | undefined) {
  const address = ADDRESS.exec(from)?.[1] ?? from;
  if (sender !== undefined) return { name: `${plain(sender)} via ${PRODUCT}`, address };
  return from.includes('<') ? from : { name: PRODUCT, address };
}

/** Removes what ends a header, and what programs take for the end of a name, an address or an encoded word. */
function plain(name: string): string {
  const line = name
    .replaceAll(/[\p{C}\p{Zl}\p{Zp}<>"@,;:()[\]\\]/gu, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim();
  return withoutLinks(line);
}
