/** 1 to 150 Unicode letters, digits and @ . + - _, before and after NFKC (specification 3.1). */
export const MAX_USERNAME_LENGTH = 150;

export const MAX_EMAIL_LENGTH = 254;

/**
 * Case-insensitive key of a username: NFKC and lower case (specification 3.1), equal on both databases. Longer texts
 * are not normalised, which takes quadratic time. U+2060 is dropped, because mails contain it (specification 9.16).
 */
export function usernameKey(username: string): string {
  const name = username.replaceAll('\u2060', '');
  const text = name.length > MAX_USERNAME_LENGTH ? name : name.normalize('NFKC');
  return text.toLowerCase();
}

/** Key that ignores the differences of i, ı, İ and I and of marks, for unique names and login (specification 3.1). */
export function foldedKey(username: string): string {
  const key = usernameKey(username);
  return key.length > MAX_USERNAME_LENGTH * 2 ? key : searchKey(username.replaceAll('\u2060', ''));
}

/** Separator between a folded key and an id, for a name that folds like an older one. */
export const FOLDED_APART = '\u0001';

/** End of the range of folded keys of a name and those that share it. */
export function foldedKeyEnd(key: string): string {
  return `${key}\u0002`;
}

/**
 * Stored form of an address: trimmed, lower case (specification 4.1), domain in punycode, because browsers send both
 * forms. Anything else becomes a text that is no address.
 */
export function emailKey(email: string): string {
  const text = email.trim().toLowerCase();
  const at = text.lastIndexOf('@');
  if (at < 0 || text.length > MAX_EMAIL_LENGTH) return text;
  return text.slice(0, at + 1) + domainKey(text.slice(at + 1));
}

const OUTSIDE_ASCII = /[^\0-\x7f]/;
const LETTERS_OF_A_DOMAIN = /^[\p{L}\p{N}\p{M}.-]*$/u;

function domainKey(domain: string): string {
  const hasOtherLetters = OUTSIDE_ASCII.test(domain) && LETTERS_OF_A_DOMAIN.test(domain);
  if (!hasOtherLetters || !URL.canParse(`http://${domain}`)) return domain;
  return new URL(`http://${domain}`).hostname;
}

const TURKISH_ALPHABET = 'abcçdefgğhıijklmnoöpqrsştuüvwxyz';

// Turkish letters are mapped to the private use area, so that no other character is mistaken for one.
const LETTER_CODES = new Map(
  Array.from(TURKISH_ALPHABET, (letter, index) => [letter, String.fromCodePoint(0xe000 + index)]),
);

const SEPARATOR = '\u0001';

/** Letters with a mark that Unicode does not decompose, and letters that stand for two. */
const PLAIN_LETTERS = new Map(
  Object.entries({ ß: 'ss', æ: 'ae', œ: 'oe', ø: 'o', đ: 'd', ħ: 'h', ł: 'l', ŧ: 't' }),
);

/** Marks of letters in any script; vowel signs of Indic scripts are letters of their own. */
const MARK = /\p{Script=Inherited}/u;

/** PostgreSQL indexes no longer part of a key. Only characters that NFKC expands into many reach it. */
const MAX_PART_LENGTH = 400;

/**
 * Column `name_key`. Its first part sorts by bytes in the order of the Turkish alphabet on both databases; its second
 * part, with i, ı, İ and I as one letter, is searched. Other letters lose their marks, ß is ss. A change of this
 * function needs a migration.
 */
export function nameKey(name: string): string {
  return keyPart(plainLower(name)) + SEPARATOR + searchKey(name);
}

/** Form of a search term for LIKE on `name_key`; escape %, _ and \ first. */
export function searchKey(text: string): string {
  return keyPart(plainLower(text).replaceAll('ı', 'i'));
}

function plainLower(text: string): string {
  return withoutOtherMarks(text.normalize('NFKC').replaceAll('İ', 'i').replaceAll('I', 'ı').toLowerCase());
}

function withoutOtherMarks(text: string): string {
  let plain = '';
  let letter = '';
  for (const character of text.normalize('NFD')) {
    if (!MARK.test(character)) {
      plain += letter;
      letter = PLAIN_LETTERS.get(character) ?? character;
      continue;
    }
    const composed = (letter + character).normalize('NFC');
    if (LETTER_CODES.has(composed)) letter = composed;
  }
  return (plain + letter).normalize('NFC');
}

function keyPart(text: string): string {
  const letters = Array.from(text, (letter) => LETTER_CODES.get(letter) ?? letter).join('');
  return letters.slice(0, MAX_PART_LENGTH).toWellFormed();
}
