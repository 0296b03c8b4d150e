import sanitizeHtml from 'sanitize-html';
import { MAX_DESCRIPTION_BYTES } from '@vitrin/shared/contract/common.ts';
import {
  BAD_LINK,
  LINK_ATTRIBUTES,
  linkAddress,
  MAX_PICTURE_LENGTH,
  PICTURE_ATTRIBUTES,
  pictureAddress,
  RICH_TEXT_ATTRIBUTES,
  RICH_TEXT_TAGS,
} from '@vitrin/shared/rules/rich-text.ts';
import { ValidationError } from './errors.ts';

/** Deeper than any text a person writes; keeps hostile nesting from costing time here and in browsers. */
const MAX_NESTING = 40;

/** The parser's time grows with the square of open tags; no text a person writes comes near. */
const MAX_TAGS = 20_000;

/** Their content is no text either and goes with them. */
const WITHOUT_CONTENT = [
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
];

const options: sanitizeHtml.IOptions = {
  allowedTags: [...RICH_TEXT_TAGS],
  allowedAttributes: {
    ...Object.fromEntries(Object.entries(RICH_TEXT_ATTRIBUTES).map(([tag, names]) => [tag, [...names]])),
    a: ['href', ...Object.keys(LINK_ATTRIBUTES)],
    img: [...(RICH_TEXT_ATTRIBUTES['img'] ?? []), ...Object.keys(PICTURE_ATTRIBUTES)],
  },
  allowedClasses: { code: [/^language-[\w-]{1,40}$/] },
  // Addresses were judged by linkAddress and pictureAddress before these are asked.
  allowedSchemes: ['http', 'https', 'mailto', 'tel', 'sms', 'about'],
  allowedSchemesByTag: { img: ['http', 'https', 'data'] },
  allowProtocolRelative: false,
  nonTextTags: WITHOUT_CONTENT,
  nestingLimit: MAX_NESTING,
  enforceHtmlBoundary: false,
  transformTags: {
    a: (tagName, { href }) => ({
      tagName,
      attribs: { href: href === undefined ? BAD_LINK : linkAddress(href), ...LINK_ATTRIBUTES },
    }),
    img: (tagName, attribs) => {
      const src = pictureAddress(attribs['src'] ?? '');
      if (src === undefined) return { tagName: 'dropped', attribs: {} };
      if (src.length > MAX_PICTURE_LENGTH)
        throw new ValidationError({ description: 'fields.picture_too_large' });
      return { tagName, attribs: { ...numericSizes(attribs), src, ...PICTURE_ATTRIBUTES } };
    },
    ol: (tagName, { start = '' }) => {
      const attribs: sanitizeHtml.Attributes = /^\d{1,6}$/.test(start) ? { start } : {};
      return { tagName, attribs };
    },
  },
};

/**
 * A description as it is stored: only the allow-list of shared/rules/rich-text.ts, and '' when it holds neither text
 * nor a picture. Throws ValidationError on `description` for a picture of more than 1 MB or a text beyond 2 MB.
 */
export function sanitizeRichText(html: string): string {
  if (html === '') return '';
  if (countTags(html) > MAX_TAGS) throw new ValidationError({ description: 'fields.too_large' });
  const clean = sanitizeHtml(html, options).trim();
  if (Buffer.byteLength(clean) > MAX_DESCRIPTION_BYTES)
    throw new ValidationError({ description: 'fields.too_large' });
  return isEmpty(clean) ? '' : clean;
}

/** The same text for lists. `clean` comes from sanitizeRichText, where no attribute holds a bare `>`. */
export function withoutPictures(clean: string): string {
  const text = clean.replaceAll(/<img [^>]*>/g, '');
  return isEmpty(text) ? '' : text;
}

function countTags(html: string): number {
  return html.match(/<[a-z]/gi)?.length ?? 0;
}

function isEmpty(clean: string): boolean {
  if (clean.includes('<img ')) return false;
  return /^[\s\u00ad\u200b-\u200d\u2060\ufeff]*$/.test(clean.replaceAll(/<[^>]*>/g, ''));
}

function numericSizes({ width, height, ...attribs }: sanitizeHtml.Attributes): sanitizeHtml.Attributes {
  return {
    ...attribs,
    ...(width && /^\d{1,5}$/.test(width) && { width }),
    ...(height && /^\d{1,5}$/.test(height) && { height }),
  };
}
