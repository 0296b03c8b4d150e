import { putBackEmbedded, takeOutEmbedded } from '@vitrin/shared/rules/texts/rich-text-length.ts';
import { storedPictureAddress } from '@vitrin/shared/rules/texts/rich-text.ts';
import { drawPicture } from '@vitrin/engine/pictures/redraw.ts';
import type { Context } from '../../context.ts';
import type { CurrentUser } from '../../current/current-user.ts';
import type { Database } from '../../database/connect.ts';
import { lockProject } from '../../database/locks.ts';
import { inTransaction } from '../../database/transaction.ts';
import { ConflictError } from '../../errors.ts';
import { enqueueObjectDeletion } from '../../jobs/enqueue.ts';
import { sanitizeRichText } from '../../rich-text/sanitize.ts';
import { isLoopback } from '../../config/config.ts';
import { INSTALLATION } from '../../tenants/tenant.ts';
import { inDrawingSlot } from './drawing-slots.ts';
import { prepareText } from './prepare-text.ts';
import { claim, deleteOthers, findPictureOf, listTextsWithBytes } from './queries.ts';
import type { PreparedText, StoredPicture, TextParent } from './row.ts';
import { dropPictures, storePicture } from './store-picture.ts';

const MAX_ATTEMPTS = 3;

/** A picture of the text was claimed by another text, or expired, before the text was saved. */
class PictureGoneError extends ConflictError {
  constructor() {
    super('errors.changed_meanwhile');
  }
}

/**
 * Stores a text by `write`, which calls claimPictures in its transaction; if it fails, new pictures are dropped. A text
 * costs time and space, so call this only for users who may write. `parent` is undefined for a new text.
 */
export async function writeText<Result>(
  context: Context,
  user: CurrentUser,
  html: string,
  parent: TextParent | undefined,
  write: (text: PreparedText) => Promise<Result>,
): Promise<Result> {
  if (html === '') return write({ html, pictures: [], added: [] });
  const clean = await sanitizeRichText(html, (host) => isOwnHost(context.config.publicUrl, host));
  for (let attempt = 1; ; attempt += 1) {
    const text = await prepareText(context, user, clean, parent);
    try {
      return await write(text);
    } catch (error) {
      await dropPictures(context, text.added);
      if (!(error instanceof PictureGoneError) || attempt === MAX_ATTEMPTS) throw error;
    }
  }
}

/** Claims a text's pictures in the transaction that stores it; pictures no longer in it are deleted. */
export async function claimPictures(
  context: Pick<Context, 'db' | 'now'>,
  ownerId: number,
  { pictures }: PreparedText,
  parent: TextParent,
): Promise<void> {
  if ((await claim(context.db, ownerId, pictures, parent)) < pictures.length) throw new PictureGoneError();
  await enqueueObjectDeletion(context, await deleteOthers(context.db, parent, pictures));
}

/** A picture of its owner, who may read it before a text holds it. */
export function findOwnPicture(
  { db }: Pick<Context, 'db'>,
  user: CurrentUser,
  id: number,
): Promise<StoredPicture | undefined> {
  return findPictureOf(db, user.id, id);
}

/** True for the host of PUBLIC_URL; where that is a loopback name, the others on the same port count too. */
export function isOwnHost(publicUrl: string, host: string): boolean {
  const own = new URL(publicUrl);
  if (host === own.host) return true;
  const other = new URL(`http://${host}`);
  return isLoopback(publicUrl) && isLoopback(other.href) && own.port === other.port;
}

type TextTable = 'projects' | 'milestones' | 'versions';

/** Replaces a description; false when it was changed or deleted since it was read. */
type ReplaceText = (
  db: Database,
  text: { id: number; project_id: number },
  before: string,
  after: string,
) => Promise<boolean>;

const TEXTS_AT_ONCE = 10;

type OldText = Awaited<ReturnType<typeof listTextsWithBytes>>[number];

/**
 * Moves pictures of a few texts into the store, without limits; returns the id to go on after, undefined at the end.
 * It may be repeated and moves no date; a picture that cannot be drawn stays in its text.
 */
export async function moveTextPictures(
  context: Context,
  table: TextTable,
  after: number,
  replace: ReplaceText,
): Promise<number | undefined> {
  const texts = await listTextsWithBytes(context.db, table, { after, limit: TEXTS_AT_ONCE });
  for (const text of texts) await movePicturesOf(context, table, text, replace);
  return texts.length < TEXTS_AT_ONCE ? undefined : texts.at(-1)?.id;
}

async function movePicturesOf(
  context: Context,
  table: TextTable,
  { id, project_id, owner_id, description }: OldText,
  replace: ReplaceText,
): Promise<void> {
  const { html, added } = await storeBytes(context, owner_id, description);
  if (added.length === 0) return;
  const parent: TextParent = {
    project_id,
    milestone_id: table === 'milestones' ? id : null,
    version_id: table === 'versions' ? id : null,
  };
  const isReplaced = await inTransaction(context, async (tx) => {
    await lockProject(tx.db, project_id);
    if (!(await replace(tx.db, { id, project_id }, description, html))) return false;
    await claim(tx.db, owner_id, added, parent);
    return true;
  });
  if (!isReplaced) await dropPictures(context, added);
}

async function storeBytes(context: Context, ownerId: number, description: string) {
  const { html: short, embedded } = takeOutEmbedded(description);
  const addresses = new Map(embedded);
  const added: number[] = [];
  for (const [name, address] of embedded) {
    if (!short.includes(`src="${name}"`)) continue;
    const bytes = Buffer.from(address.slice(address.indexOf(',') + 1), 'base64');
    const drawn = await inDrawingSlot(INSTALLATION, () => drawPicture(bytes));
    if (typeof drawn === 'string') continue;
    const id = await storePicture(context, ownerId, drawn, { isLimited: false });
    added.push(id);
    addresses.set(name, storedPictureAddress(id));
  }
  return { html: putBackEmbedded(short, addresses), added };
}
