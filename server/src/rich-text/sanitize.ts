import {
  MAX_DESCRIPTION_LENGTH,
  putBackEmbedded,
  type TakenOut,
  takeOutEmbedded,
  tooMuchOf,
} from '@vitrin/shared/rules/texts/rich-text-length.ts';
import { keptAttributes, pictureWords } from '@vitrin/shared/rules/texts/rich-text-attributes.ts';
import { WITHOUT_CONTENT } from '@vitrin/shared/rules/texts/rich-text-elements.ts';
import { pictureAddress, storedPictureId } from '@vitrin/shared/rules/texts/rich-text.ts';
import {
  attributesText,
  createRichTextWriter,
  escapeValue,
  type RichTextWriter,
} from '@vitrin/shared/rules/texts/rich-text-writer.ts';
import { ValidationError } from '../errors.ts';
import { readTokens, type TokenReceiver } from '@vitrin/engine/rich-text/read-tokens.ts';

/** The source of a picture: bytes inside the text as a data address, or the id of a stored picture. */
export type PictureSource = { data: string } | { id: number };

/** A picture before its final address is known; `rest` is the part of its tag behind the address. */
type OpenPicture = { source: PictureSource; rest: string };

export type RichText = (string | OpenPicture)[];

/**
 * Reduces a description to the allow-list of shared/rules/rich-text.ts. Takes time linear in the length of `html`,
 * which is checked before anything is parsed, and lets other requests run meanwhile. `isOwnHost` knows the hosts of
 * this site. Throws ValidationError on `description` for too much text or too many pictures.
 */
export async function sanitizeRichText(
  html: string,
  isOwnHost: (host: string) => boolean,
): Promise<RichText> {
  const taken = takeOutEmbedded(html);
  refuseTooMuch(html, taken);
  const { html: short, embedded } = taken;
  const writer = createRichTextWriter<OpenPicture>();
  const addressOf = (src: string) => embedded.get(src) ?? pictureAddress(src, isOwnHost);
  await readTokens(withOneLineBreak(short), receiverFor(writer, embedded, addressOf));
  return writer.finish();
}

/** Returns the text to store, '' when empty; drops pictures without an address. ValidationError when too long. */
export function settleRichText(
  text: RichText,
  addressOf: (source: PictureSource) => string | undefined,
): string {
  const pieces = text.map((piece) => {
    if (typeof piece === 'string') return piece;
    const address = addressOf(piece.source);
    return address === undefined ? ' ' : `<img src="${escapeValue(address)}"${piece.rest}`;
  });
  const clean = pieces.join('').trim();
  refuseTooMuch(clean);
  return isEmpty(clean) ? '' : clean;
}

/** A picture, and the end of its line where that follows. */
const PICTURE = /<img [^<>]*>(?=(<\/?(?:p|h[1-4]|li|ul|ol|td|th|pre|blockquote)>)?)/g;

/** Removes pictures, for lists; needs text without bare `>` in attributes, and keeps words around a picture apart. */
export function withoutPictures(clean: string): string {
  const text = clean.replaceAll(PICTURE, (_picture, lineEnd?: string) => (lineEnd === undefined ? ' ' : ''));
  return isEmpty(text) ? '' : text.trimEnd();
}

function refuseTooMuch(html: string, taken?: TakenOut): void {
  const excess = tooMuchOf(html, taken);
  const max = MAX_DESCRIPTION_LENGTH;
  if (excess === 'text')
    throw new ValidationError({ description: { key: 'fields.too_long', params: { max } } });
  if (excess === 'pictures') throw new ValidationError({ description: 'fields.too_many_pictures' });
}

function withOneLineBreak(html: string): string {
  return html.toWellFormed().replaceAll('\0', '').replaceAll(/\r\n?/g, '\n');
}

function receiverFor(
  writer: RichTextWriter<OpenPicture>,
  embedded: ReadonlyMap<string, string>,
  addressOf: (src: string) => string | undefined,
): TokenReceiver {
  let left: { name: string; depth: number } | undefined;
  const addPicture = (given: ReadonlyMap<string, string>) => {
    const address = addressOf(given.get('src') ?? '');
    if (address === undefined) return writer.separate();
    const source = openSourceOf(address);
    if (source) writer.append({ source, rest: `${attributesText(pictureWords(given))} />` });
    else writer.start('img', [['src', address], ...pictureWords(given)]);
  };
  return {
    text(text) {
      if (!left) writer.text(putBackEmbedded(text, embedded));
    },
    startTag(name, attributes) {
      if (left) {
        if (name === left.name) left.depth += 1;
      } else if (WITHOUT_CONTENT.has(name)) {
        left = { name, depth: 1 };
        writer.start(name, []);
      } else if (name === 'img') {
        addPicture(attributes);
      } else {
        writer.start(name, keptAttributes(name, attributes));
      }
    },
    endTag(name) {
      if (!left) writer.end(name);
      else if (name === left.name) left.depth -= 1;
      if (left?.depth === 0) left = undefined;
    },
  };
}

function openSourceOf(address: string): PictureSource | undefined {
  if (/^data:/i.test(address)) return { data: address };
  const id = storedPictureId(address);
  return id === undefined ? undefined : { id };
}

function isEmpty(clean: string): boolean {
  if (clean.includes('<img ')) return false;
  return /^[\s\u00ad\u200b-\u200d\u2060\ufeff]*$/.test(clean.replaceAll(/<[^<>]*>/g, ''));
}
