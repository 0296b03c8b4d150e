import { hash } from 'node:crypto';
import { storedPictureAddress } from '@vitrin/shared/rules/texts/rich-text.ts';
import { bufferOf } from '@vitrin/engine/bytes/byte-source.ts';
import type { Context } from '../../context.ts';
import type { CurrentUser } from '../../current/current-user.ts';
import { NotFoundError } from '../../errors.ts';
import { type PictureSource, type RichText, settleRichText } from '../../rich-text/sanitize.ts';
import { embeddedBytes } from './embedded-bytes.ts';
import { listOwnPictures } from './queries.ts';
import { readPicture } from './read-picture.ts';
import type { PictureRow, PreparedText, TextParent } from './row.ts';
import { addPicture, dropPictures, storePicture } from './store-picture.ts';

/**
 * Stores the pictures of a text: embedded ones, and copies of those in other texts of the same person. Unclaimed ones,
 * and those in this text already, stay as they are; pictures of others and unknown addresses are left out. When it
 * throws, nothing new is kept.
 */
export async function prepareText(
  context: Context,
  user: CurrentUser,
  text: RichText,
  parent: TextParent | undefined,
): Promise<PreparedText> {
  const sources = text.filter((piece) => typeof piece !== 'string').map(({ source }) => source);
  const ids = sources.flatMap((source) => ('id' in source ? [source.id] : []));
  const own = new Map((await listOwnPictures(context.db, user.id, ids)).map((row) => [row.id, row]));
  const added: number[] = [];
  const idOf = new Map<PictureSource, number>();
  const idByKey = new Map<string | number, number>();
  const add = async (key: string | number, store: () => Promise<number | undefined>) => {
    const existing = idByKey.get(key);
    if (existing !== undefined) return existing;
    const id = await store();
    if (id === undefined) return undefined;
    added.push(id);
    idByKey.set(key, id);
    return id;
  };
  const settle = async (source: PictureSource): Promise<number | undefined> => {
    if ('data' in source) {
      const bytes = await embeddedBytes(source.data);
      return add(hash('sha256', bytes), () => addPicture(context, user, bytes, 'description'));
    }
    const row = own.get(source.id);
    if (!row || isFreeFor(row, parent)) return row?.id;
    return add(row.id, () => copyPicture(context, user, row));
  };
  try {
    for (const source of sources) {
      const id = await settle(source);
      if (id !== undefined) idOf.set(source, id);
    }
    const html = settleRichText(text, (source) => {
      const id = idOf.get(source);
      return id === undefined ? undefined : storedPictureAddress(id);
    });
    return { html, pictures: [...new Set(idOf.values())], added };
  } catch (error) {
    await dropPictures(context, added);
    throw error;
  }
}

function isFreeFor(row: PictureRow, parent: TextParent | undefined): boolean {
  if (row.project_id === null) return true;
  return (
    parent !== undefined &&
    row.project_id === parent.project_id &&
    row.milestone_id === parent.milestone_id &&
    row.version_id === parent.version_id
  );
}

/** Copies a stored picture; undefined when its bytes are missing, and the text is stored without it. */
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
    // readPicture has logged the alarm.
    if (error instanceof NotFoundError) return undefined;
    throw error;
  }
}
