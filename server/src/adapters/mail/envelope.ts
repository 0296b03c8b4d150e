import { withoutLinks } from './chosen-words.ts';
import type { SentMail } from './mailer.ts';

/** The product's name, and with `sender` the freelancer's in front of it. */
const PRODUCT = 'Vitrin';

/** The address of a sender that is written as `Name <address>`. */
const ADDRESS = /<([^<>]+)>/;

/**
 * The mail with its picture inline, the sender with a name in front of a bare address, the header (RFC 3834) that keeps machines such as "out of office"
 * from answering, and those (RFC 8058) from which mail programs make a button that ends such mails.
 */
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

/** Keeps our own address, since mail servers check that it may send; the name is passed as an object, so it needs no quoting. */
function fromOf(from: string, sender: string | undefined) {
  const address = ADDRESS.exec(from)?.[1] ?? from;
  if (sender !== undefined) return { name: `${plain(sender)} via ${PRODUCT}`, address };
  return from.includes('<') ? from : { name: PRODUCT, address };
}

/**
 * Without what ends a header, and without what mail programs take for the end of a name, for an address or for an
 * encoded word.
 */
function plain(name: string): string {
  const line = name
    .replaceAll(/[\p{C}\p{Zl}\p{Zp}<>"@,;:()[\]\\]/gu, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim();
  return withoutLinks(line);
}
