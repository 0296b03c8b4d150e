import {
  MAX_DESCRIPTION_LENGTH,
  putBackEmbedded,
  type TakenOut,
  takeOutEmbedded,
  tooMuchOf,
} from '@vitrin/shared/rules/texts/rich-text-length.ts';
import {
  BAD_LINK,
  LINK_ATTRIBUTES,
  linkAddress,
  PICTURE_ATTRIBUTES,
  pictureAddress,
  storedPictureId,
} from '@vitrin/shared/rules/texts/rich-text.ts';
import { ValidationError } from '../errors.ts';
import { readTokens, type TokenReceiver } from './read-tokens.ts';
import { attributesText, createHtmlWriter, escapeValue, type HtmlWriter } from './write-html.ts';

/** The content of these elements is no text and is dropped with them. */
const WITHOUT_CONTENT = new Set([
  'script',
  'style',
  'textarea',
  'option',
  'noscript',
  'noembed',
  'noframes',
  'iframe',
  'object',
  'svg',
  'math',
  'template',
  'title',
  'xmp',
  'plaintext',
]);

/** The source of a picture: bytes inside the text as a data address, or the id of a stored picture. */
export type PictureSource = { data: string } | { id: number };

/** A picture whose final address is not known yet; `rest` is the part of its tag behind the address. */
type OpenPicture = { source: PictureSource; rest: string };

/** A sanitised description in which some pictures are still without an address. */
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
  const writer = createHtmlWriter<OpenPicture>();
  const addressOf = (src: string) => embedded.get(src) ?? pictureAddress(src, isOwnHost);
  await readTokens(withOneLineBreak(short), receiverFor(writer, embedded, addressOf));
  return writer.finish();
}

/**
 * The description as it is stored, '' when it holds neither text nor a picture. `addressOf` gives the addresses of open
 * pictures; those without one are left out. Throws ValidationError when the result is too long.
 */
export function settleRichText(
  text: RichText,
  addressOf: (source: PictureSource) => string | undefined,
): string {
  const pieces = text.map((piece) => {
    if (typeof piece === 'string') return piece;
    const address = addressOf(piece.source);
    return address === undefined ? '' : `<img src="${escapeValue(address)}"${piece.rest}`;
  });
  const clean = pieces.join('').trim();
  refuseTooMuch(clean);
  return isEmpty(clean) ? '' : clean;
}

/**
 * The description without its pictures, for lists. `clean` comes from settleRichText, where no attribute holds a bare
 * `>`.
 */
export function withoutPictures(clean: string): string {
  const text = clean.replaceAll(/<img [^<>]*>/g, '');
  return isEmpty(text) ? '' : text;
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
  writer: HtmlWriter<OpenPicture>,
  embedded: ReadonlyMap<string, string>,
  addressOf: (src: string) => string | undefined,
): TokenReceiver {
  let left: { name: string; depth: number } | undefined;
  const addPicture = (given: ReadonlyMap<string, string>) => {
    const address = addressOf(given.get('src') ?? '');
    if (address === undefined) return;
    const source = openSourceOf(address);
    if (source) writer.place({ source, rest: `${attributesText(pictureWords(given))} />` });
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

type Attributes = [string, string][];

function keptAttributes(name: string, given: ReadonlyMap<string, string>): Attributes {
  switch (name) {
    case 'a': {
      const href = given.get('href');
      const address = href === undefined ? BAD_LINK : linkAddress(href);
      return [['href', address], ...Object.entries(LINK_ATTRIBUTES)];
    }
    case 'ol':
      return pick(given, 'start', /^\d{1,6}$/);
    case 'code':
      return languageOf(given);
    default:
      return [];
  }
}

function pictureWords(given: ReadonlyMap<string, string>): Attributes {
  const size = /^\d{1,5}$/;
  return [
    ...pick(given, 'alt', /^/),
    ...pick(given, 'title', /^/),
    ...pick(given, 'width', size),
    ...pick(given, 'height', size),
    ...Object.entries(PICTURE_ATTRIBUTES),
  ];
}

function pick(given: ReadonlyMap<string, string>, name: string, form: RegExp): Attributes {
  const value = given.get(name);
  return value !== undefined && form.test(value) ? [[name, value]] : [];
}

/** The one class that is kept: the language of a code block. */
function languageOf(given: ReadonlyMap<string, string>): Attributes {
  const classes = (given.get('class') ?? '').split(/\s+/);
  const language = classes.find((each) => /^language-[\w-]{1,40}$/.test(each));
  return language === undefined ? [] : [['class', language]];
}

function isEmpty(clean: string): boolean {
  if (clean.includes('<img ')) return false;
  return /^[\s\u00ad\u200b-\u200d\u2060\ufeff]*$/.test(clean.replaceAll(/<[^<>]*>/g, ''));
}
