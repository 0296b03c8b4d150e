/** Specification 3.1: 1 to 150 Unicode letters, digits and @ . + - _, before and after NFKC. */
export const MAX_USERNAME_LENGTH = 150;

/** The longest address that mail servers take (RFC 5321). */
export const MAX_EMAIL_LENGTH = 254;

/**
 * Key for the uniqueness of usernames in any case: NFKC and lower case without a locale (specification 3.1). Made by
 * JavaScript, because the databases' lower() differ (SQLite's is ASCII only). A text too long for a username is not
 * normalised: NFKC takes quadratic time on combining marks out of order. U+2060 is left out: mails have it within names
 * (specification 9.16), from which they are copied.
 */
export function usernameKey(username: string): string {
  const name = username.replaceAll('\u2060', '');
  const text = name.length > MAX_USERNAME_LENGTH ? name : name.normalize('NFKC');
  return text.toLowerCase();
}

/**
 * Key by which usernames that differ in i, ı, İ and I alone, or in marks that a search ignores, are one name: they are not
 * given twice, and a login finds the one there is (specification 3.1). Other texts than usernames become no such key.
 */
export function foldedKey(username: string): string {
  const key = usernameKey(username);
  return key.length > MAX_USERNAME_LENGTH * 2 ? key : searchKey(username.replaceAll('\u2060', ''));
}

/** Separator between the folded key of a name and an id, for a name that folds like an older one. */
export const FOLDED_APART = '\u0001';

/** All folded keys of a name, those of names that share it included, lie from its own to this one. */
export function foldedKeyEnd(key: string): string {
  return `${key}\u0002`;
}

/**
 * An address as it is stored and compared: trimmed, in lower case (specification 4.1), and with the domain in the form
 * of the domain name system, which browsers use for "güneş.com.tr" in some fields and not in others. Anything but an
 * address, also one that is too long, becomes some text that is no address either.
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

// Turkish letters are mapped to the private use area, so that no other character of a name is mistaken for one.
const LETTER_CODES = new Map(
  Array.from(TURKISH_ALPHABET, (letter, place) => [letter, String.fromCodePoint(0xe000 + place)]),
);

const SEPARATOR = '\u0001';

/** Letters with a mark that Unicode does not decompose, and letters that stand for two. */
const PLAIN_LETTERS = new Map(
  Object.entries({ ß: 'ss', æ: 'ae', œ: 'oe', ø: 'o', đ: 'd', ħ: 'h', ł: 'l', ŧ: 't' }),
);

/** Marks that letters of any script may carry; the vowel signs of Indic scripts are letters of their own. */
const MARK = /\p{Script=Inherited}/u;

/** Longest part of a key, since PostgreSQL indexes no more. Only characters that NFKC expands into many reach it. */
const MAX_PART_LENGTH = 400;

/**
 * The `name_key` column of names that are sorted or searched. Its first part sorts byte by byte in the order of the
 * Turkish alphabet (c ç, g ğ, ı i, o ö, s ş, u ü), the same on both databases (PostgreSQL: collation "C"); its second
 * part, with i, ı, İ and I as one letter, is searched. In both, any other letter with marks is its base letter (â is
 * a, é is e) and ß is ss. Existing keys follow a change of this function only through a migration.
 */
export function nameKey(name: string): string {
  return keyPart(plainLower(name)) + SEPARATOR + searchKey(name);
}

/** The form of a search term that LIKE finds in `name_key`; escape %, _ and \ first. */
export function searchKey(text: string): string {
  return keyPart(plainLower(text).replaceAll('ı', 'i'));
}

function plainLower(text: string): string {
  return withoutOtherMarks(text.normalize('NFKC').replaceAll('İ', 'i').replaceAll('I', 'ı').toLowerCase());
}

/** Keeps the marks of Turkish letters (ǘ becomes ü) and drops all others. */
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
