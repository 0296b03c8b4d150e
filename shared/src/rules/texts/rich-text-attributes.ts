import { BAD_LINK, LINK_ATTRIBUTES, PICTURE_ATTRIBUTES, linkAddress } from './rich-text.ts';

type Attributes = [string, string][];

/** Attributes of an element that are kept or added; pictures have pictureWords and an address. */
export function keptAttributes(name: string, given: ReadonlyMap<string, string>): Attributes {
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
    case 'td':
    case 'th':
      return [...pick(given, 'colspan', SPAN), ...pick(given, 'rowspan', SPAN)];
    default:
      return [];
  }
}

/** Cells that one cell spans: 2 to 99. More would let a few letters of HTML fill a page with cells. */
const SPAN = /^(?:[2-9]|[1-9]\d)$/;

export function pictureWords(given: ReadonlyMap<string, string>): Attributes {
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

/** Language of a code block, the only class that is kept. */
function languageOf(given: ReadonlyMap<string, string>): Attributes {
  const classes = (given.get('class') ?? '').split(/\s+/);
  const language = classes.find((each) => /^language-[\w-]{1,40}$/.test(each));
  return language === undefined ? [] : [['class', language]];
}
