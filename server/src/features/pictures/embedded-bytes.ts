import { setImmediate as nextTurn } from 'node:timers/promises';
import { MAX_PICTURE_BYTES } from '@vitrin/shared/rules/texts/rich-text-length.ts';
import { ValidationError } from '../../errors.ts';

/** Text that white space is removed from at once; at worst every other character is some. */
const SLICE_CHARACTERS = 64 * 1024;

const MAX_BASE64_LENGTH = 4 * Math.ceil(MAX_PICTURE_BYTES / 3);

const BASE64 = /^[a-z0-9+/]+={0,2}$/i;

/** Decodes a data address in slices, ignoring white space; ValidationError on `description` if bad or too large. */
export async function embeddedBytes(address: string): Promise<Buffer> {
  const pieces: string[] = [];
  let length = 0;
  for (let start = address.indexOf(',') + 1; start < address.length; start += SLICE_CHARACTERS) {
    if (pieces.length > 0) await nextTurn();
    const piece = address.slice(start, start + SLICE_CHARACTERS).replaceAll(/\s/g, '');
    pieces.push(piece);
    length += piece.length;
    if (length > MAX_BASE64_LENGTH) throw new ValidationError({ description: 'fields.picture_too_large' });
  }
  const base64 = pieces.join('');
  if (!BASE64.test(base64)) throw new ValidationError({ description: 'fields.picture_unreadable' });
  return Buffer.from(base64, 'base64');
}
