import type { Context } from '../../context.ts';
import type { CurrentUser } from '../../current/current-user.ts';
import { ConflictError } from '../../errors.ts';
import { enqueueObjectDeletion } from '../../jobs/enqueue.ts';
import { sanitizeRichText } from '../../rich-text/sanitize.ts';
import { isOwnHost } from './own-hosts.ts';
import { prepareText } from './prepare-text.ts';
import { claim, deleteOthers, findPictureOf } from './queries.ts';
import type { PreparedText, StoredPicture, TextPlace } from './row.ts';
import { dropPictures } from './store-picture.ts';

const MAX_ATTEMPTS = 3;

/** A picture of the text was claimed by another text, or expired, before the text was saved. */
class PictureGoneError extends ConflictError {
  constructor() {
    super('errors.changed_meanwhile');
  }
}

/**
 * Sanitises a description, stores its pictures and has `write` store the text, which calls claimPictures in its
 * transaction. A text that is not empty takes time and space, so call it only once the user is known to be allowed to
 * write. `place` is the text's place; undefined for a new one. When `write` fails, the pictures stored for it are dropped.
 */
export async function writeText<Result>(
  context: Context,
  user: CurrentUser,
  html: string,
  place: TextPlace | undefined,
  write: (text: PreparedText) => Promise<Result>,
): Promise<Result> {
  if (html === '') return write({ html, pictures: [], added: [] });
  const clean = await sanitizeRichText(html, (host) => isOwnHost(context.config.publicUrl, host));
  for (let attempt = 1; ; attempt += 1) {
    const text = await prepareText(context, user, clean, place);
    try {
      return await write(text);
    } catch (error) {
      await dropPictures(context, text.added);
      if (!(error instanceof PictureGoneError) || attempt === MAX_ATTEMPTS) throw error;
    }
  }
}

/**
 * Claims the pictures of a text inside the transaction that stores it. Those that stood in it before and no longer do
 * are deleted; a job deletes their bytes.
 */
export async function claimPictures(
  context: Pick<Context, 'db' | 'now'>,
  ownerId: number,
  { pictures }: PreparedText,
  place: TextPlace,
): Promise<void> {
  if ((await claim(context.db, ownerId, pictures, place)) < pictures.length) throw new PictureGoneError();
  await enqueueObjectDeletion(context, await deleteOthers(context.db, place, pictures));
}

/** A picture of its owner, who may read it before a text holds it. */
export function findOwnPicture(
  { db }: Pick<Context, 'db'>,
  user: CurrentUser,
  id: number,
): Promise<StoredPicture | undefined> {
  return findPictureOf(db, user.id, id);
}
