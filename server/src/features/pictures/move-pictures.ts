import { putBackEmbedded, takeOutEmbedded } from '@vitrin/shared/rules/texts/rich-text-length.ts';
import { storedPictureAddress } from '@vitrin/shared/rules/texts/rich-text.ts';
import type { Context } from '../../context.ts';
import type { Database } from '../../database/connect.ts';
import { lockProject } from '../../database/locks.ts';
import { inTransaction } from '../../database/transaction.ts';
import { INSTALLATION } from '../../tenants/tenant.ts';
import { drawPicture } from '@vitrin/engine/pictures/redraw.ts';
import { inDrawingPlace } from './drawing-places.ts';
import { claim, listTextsWithBytes } from './queries.ts';
import type { TextPlace } from './row.ts';
import { dropPictures, storePicture } from './store-picture.ts';

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
 * Moves pictures inside texts into the store: in a few texts of a table, those after an id. Returns the id to go on
 * after, undefined at the end. May be repeated. No date moves, and no limit refuses what was there before. A picture
 * that cannot be drawn stays where it is.
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
  const place: TextPlace = {
    project_id,
    milestone_id: table === 'milestones' ? id : null,
    version_id: table === 'versions' ? id : null,
  };
  const isReplaced = await inTransaction(context, async (tx) => {
    await lockProject(tx.db, project_id);
    if (!(await replace(tx.db, { id, project_id }, description, html))) return false;
    await claim(tx.db, owner_id, added, place);
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
    const drawn = await inDrawingPlace(INSTALLATION, () => drawPicture(bytes));
    if (typeof drawn === 'string') continue;
    const id = await storePicture(context, ownerId, drawn, { isLimited: false });
    added.push(id);
    addresses.set(name, storedPictureAddress(id));
  }
  return { html: putBackEmbedded(short, addresses), added };
}
