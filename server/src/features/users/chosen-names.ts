import { parse } from 'tldts';
import { ValidationError } from '../../errors.ts';

const WWW = /(?:^|[^\p{L}\p{N}])www\./iu;
const MAIL = /@[^\s@.]+\.[^\s@.]/u;
/** Changes the direction of the text after it, or ends a line. */
const TURN_OR_BREAK = /[\r\n\v\f\u0085\u2028\u2029\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/;
/** Emoji do not separate words, because domains may contain them. */
const BETWEEN_WORDS = /[^\p{L}\p{N}\p{M}\p{So}\p{Emoji_Modifier}.-]/u;

/** Throws ValidationError on `username` for a web or mail address (specification 3.1); `bahar.cafe` and earlier names stay. */
export function refuseAddressAsUsername(username: string): void {
  if (holdsAddress(plainOf(username))) throw new ValidationError({ username: 'fields.no_addresses' });
}

/** True if `refuseAddressAsUsername` would refuse the name, which is then not proposed either. */
export function isUsernameRefused(username: string): boolean {
  return holdsAddress(plainOf(username));
}

/** Throws ValidationError on `display_name` for addresses, encoded words, turns or line breaks (specification 1.7). */
export function refuseAddressAsDisplayName(displayName: string | null): void {
  if (displayName === null) return;
  if (TURN_OR_BREAK.test(displayName) || holdsEncodedWord(displayName))
    throw new ValidationError({ display_name: 'fields.invalid' });
  const plain = plainOf(displayName);
  if (holdsAddress(plain) || holdsDomain(plain))
    throw new ValidationError({ display_name: 'fields.no_addresses' });
}

/** Returns a name as browsers read it: dots of other widths become dots, and invisible characters vanish. */
function plainOf(name: string): string {
  return name
    .normalize('NFKC')
    .replaceAll('。', '.')
    .replaceAll(/\p{Default_Ignorable_Code_Point}/gu, '');
}

function holdsAddress(plain: string): boolean {
  return plain.includes('://') || WWW.test(plain) || MAIL.test(plain);
}

/** True if a name holds `=?charset?encoding?text?=` (RFC 2047), which mail programs show as other letters. */
function holdsEncodedWord(name: string): boolean {
  const begin = name.indexOf('=?');
  return begin >= 0 && name.includes('?=', begin + 2);
}

/** True if the last label of a word with dots is a top-level domain in the list that `tldts` comes with. */
function holdsDomain(plain: string): boolean {
  return plain.split(BETWEEN_WORDS).some((word) => {
    const labels = word.split('.').filter((label) => label !== '');
    const last = labels.at(-1);
    // Some domains, such as .ck, are listed with the level below them.
    return labels.length > 1 && last !== undefined && parse(`a.b.${last}`).isIcann === true;
  });
}
