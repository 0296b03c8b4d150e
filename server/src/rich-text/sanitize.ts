import {
  BAD_LINK,
  LINK_ATTRIBUTES,
  linkAddress,
  MAX_DESCRIPTION_LENGTH,
  PICTURE_ATTRIBUTES,
  pictureAddress,
  putBackEmbedded,
  takeOutEmbedded,
  tooMuchOf,
} from '@vitrin/shared/rules/rich-text.ts';
import { ValidationError } from '../errors.ts';
import { readTokens, type TokenReceiver } from './read-tokens.ts';
import { createHtmlWriter } from './write-html.ts';

/** What stands in them is no text and goes with them. */
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

/**
 * A description as it is stored: only the allow-list of shared/rules/rich-text.ts, and '' when it holds neither text
 * nor a picture. Its time is linear in the length of `html`, which is measured before anything is parsed; others have
 * their turn meanwhile. Throws ValidationError on `description` for too much text or too many pictures.
 */
export async function sanitizeRichText(html: string): Promise<string> {
  refuseTooMuch(html);
  const { html: short, embedded } = takeOutEmbedded(html);
  const writer = createHtmlWriter<never>();
  await readTokens(withOneLineBreak(short), receiverFor(writer, embedded));
  const clean = writer.finish().join('').trim();
  refuseTooMuch(clean);
  return isEmpty(clean) ? '' : clean;
}

/** The same text for lists. `clean` comes from sanitizeRichText, where no attribute holds a bare `>`. */
export function withoutPictures(clean: string): string {
  const text = clean.replaceAll(/<img [^>]*>/g, '');
  return isEmpty(text) ? '' : text;
}

function refuseTooMuch(html: string): void {
  const excess = tooMuchOf(html);
  const max = MAX_DESCRIPTION_LENGTH;
  if (excess === 'text')
    throw new ValidationError({ description: { key: 'fields.too_long', params: { max } } });
  if (excess === 'pictures') throw new ValidationError({ description: 'fields.too_many_pictures' });
}

function withOneLineBreak(html: string): string {
  return html.toWellFormed().replaceAll('\0', '').replaceAll(/\r\n?/g, '\n');
}

type Writer = ReturnType<typeof createHtmlWriter<never>>;

function receiverFor(writer: Writer, embedded: ReadonlyMap<string, string>): TokenReceiver {
  let left: { name: string; depth: number } | undefined;
  return {
    text(text) {
      if (!left) writer.text(putBackEmbedded(text, embedded));
    },
    startTag(name, attributes) {
      if (left) {
        if (name === left.name) left.depth += 1;
      } else if (WITHOUT_CONTENT.has(name)) {
        left = { name, depth: 1 };
      } else {
        const kept = keptAttributes(name, attributes, embedded);
        if (kept) writer.start(name, kept);
      }
    },
    endTag(name) {
      if (!left) writer.end(name);
      else if (name === left.name) left.depth -= 1;
      if (left?.depth === 0) left = undefined;
    },
  };
}

type Attributes = [string, string][];

/** Undefined when the tag is nothing without what it lacks: a picture without an address. */
function keptAttributes(
  name: string,
  given: ReadonlyMap<string, string>,
  embedded: ReadonlyMap<string, string>,
): Attributes | undefined {
  switch (name) {
    case 'a': {
      const href = given.get('href');
      return [
        ['href', href === undefined ? BAD_LINK : linkAddress(href)],
        ...Object.entries(LINK_ATTRIBUTES),
      ];
    }
    case 'img': {
      const src = given.get('src') ?? '';
      const address = pictureAddress(embedded.get(src) ?? src);
      return address === undefined ? undefined : [['src', address], ...pictureWords(given)];
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

/** The one class that is no business of the page's: the language of a code block. */
function languageOf(given: ReadonlyMap<string, string>): Attributes {
  const classes = (given.get('class') ?? '').split(/\s+/);
  const language = classes.find((each) => /^language-[\w-]{1,40}$/.test(each));
  return language === undefined ? [] : [['class', language]];
}

function isEmpty(clean: string): boolean {
  if (clean.includes('<img ')) return false;
  return /^[\s\u00ad\u200b-\u200d\u2060\ufeff]*$/.test(clean.replaceAll(/<[^<>]*>/g, ''));
}
