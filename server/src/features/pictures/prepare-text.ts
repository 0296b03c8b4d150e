import { storedPictureAddress } from '@vitrin/shared/rules/rich-text.ts';
import { bufferOf } from '../../bytes/byte-source.ts';
import type { Context } from '../../context.ts';
import type { CurrentUser } from '../../current-user.ts';
import { NotFoundError, ValidationError } from '../../errors.ts';
import { type PictureSource, type RichText, settleRichText } from '../../rich-text/sanitize.ts';
import { listOwnPictures, type PictureRow, type TextPlace } from './queries.ts';
import { readPicture } from './read-picture.ts';
import { addPicture, dropPictures, storePicture } from './store-picture.ts';

/** A description as it will be stored. `pictures` stand in it, and of these `added` are new and in no text yet. */
export type PreparedText = { html: string; pictures: number[]; added: number[] };

const BASE64 = /^[a-z0-9+/]+={0,2}$/i;

/**
 * Stores the pictures of a text: those that came inside of it, and copies of those in other texts of the same person.
 * What is free, or stands in this text already, stays what it is; pictures of others and addresses of nothing are left
 * out. Nothing new is kept when it throws.
 */
export async function prepareText(
  context: Context,
  user: CurrentUser,
  text: RichText,
  place: TextPlace | undefined,
): Promise<PreparedText> {
  const sources = text.filter((piece) => typeof piece !== 'string').map(({ source }) => source);
  const ids = sources.flatMap((source) => ('id' in source ? [source.id] : []));
  const own = new Map((await listOwnPictures(context.db, user.id, ids)).map((row) => [row.id, row]));
  const added: number[] = [];
  const settled = new Map<string | number, number>();
  try {
    for (const source of sources) {
      const key = keyOf(source);
      if (settled.has(key)) continue;
      const row = 'id' in source ? own.get(source.id) : undefined;
      if (row && isFreeFor(row, place)) {
        settled.set(key, row.id);
        continue;
      }
      const id =
        'data' in source
          ? await addPicture(context, user.id, bytesOf(source.data), 'description')
          : row && (await copyPicture(context, user, row));
      if (id === undefined) continue;
      added.push(id);
      settled.set(key, id);
    }
    const html = settleRichText(text, (source) => {
      const id = settled.get(keyOf(source));
      return id === undefined ? undefined : storedPictureAddress(id);
    });
    return { html, pictures: [...new Set(settled.values())], added };
  } catch (error) {
    await dropPictures(context, added);
    throw error;
  }
}

function keyOf(source: PictureSource): string | number {
  return 'id' in source ? source.id : source.data;
}

function isFreeFor(row: PictureRow, place: TextPlace | undefined): boolean {
  if (row.project_id === null) return true;
  return (
    place !== undefined &&
    row.project_id === place.project_id &&
    row.milestone_id === place.milestone_id &&
    row.version_id === place.version_id
  );
}

/** What stands behind the comma of a data address. Line breaks in it count for nothing. */
function bytesOf(address: string): Buffer {
  const base64 = address.slice(address.indexOf(',') + 1).replaceAll(/\s/g, '');
  if (!BASE64.test(base64)) throw new ValidationError({ description: 'fields.picture_unreadable' });
  return Buffer.from(base64, 'base64');
}

/** Undefined when its bytes are lost: then the text goes without it. */
async function copyPicture(
  context: Context,
  user: CurrentUser,
  picture: PictureRow,
): Promise<number | undefined> {
  const { size_bytes, media_type } = picture;
  try {
    const bytes = await bufferOf(await readPicture(context, picture, { start: 0, end: size_bytes - 1 }));
    return await storePicture(context, user.id, { bytes, media_type });
  } catch (error) {
    // Logged as an alarm where it was noticed.
    if (error instanceof NotFoundError) return undefined;
    throw error;
  }
}
