import type { OwnFace, UpdateFace } from '@vitrin/shared/contract/faces.ts';
import { MissingObjectError, type ObjectBody, type ByteRange } from '@vitrin/engine/storage/storage.ts';
import type { Context } from '../../context.ts';
import { timestampOf } from '../../context.ts';
import type { CurrentUser } from '../../current/current-user.ts';
import { lockUser } from '../../database/locks.ts';
import { inTransaction } from '../../database/transaction.ts';
import { NotFoundError } from '../../errors.ts';
import { enqueueObjectDeletion } from '../../jobs/enqueue.ts';
import { findGuestOf } from '../auth/service.ts';
import { chooseDisplayName, setDisplayName } from '../users/service.ts';
import { deleteFace, saveFace } from './queries.ts';
import { logoNameOf, type StoredLogo, toOwnFace } from './row.ts';
import { findFaceRow } from './rows.ts';

export async function getOwnFace({ db }: Pick<Context, 'db'>, user: CurrentUser): Promise<OwnFace> {
  const row = await findFaceRow(db, user.id);
  if (!row) throw new NotFoundError();
  return toOwnFace(row);
}

export async function updateFace(context: Context, user: CurrentUser, input: UpdateFace): Promise<OwnFace> {
  const { display_name, accent, greeting, contact } = input;
  return inTransaction(context, async (tx) => {
    await lockUser(tx.db, user.id);
    if (display_name !== undefined) await chooseDisplayName(tx.db, user.id, display_name);
    await saveFace(tx.db, user.id, {
      ...(accent !== undefined && { accent }),
      ...(greeting !== undefined && { greeting }),
      ...(contact !== undefined && { contact }),
      changed_at: timestampOf(tx),
    });
    return getOwnFace(tx, user);
  });
}

/** Takes everything back, name and logo included. */
export async function resetFace(context: Context, user: CurrentUser): Promise<void> {
  await inTransaction(context, async (tx) => {
    await lockUser(tx.db, user.id);
    const before = await findFaceRow(tx.db, user.id);
    await deleteFace(tx.db, user.id);
    await setDisplayName(tx.db, user.id, null);
    if (before?.logo_key) await enqueueObjectDeletion(tx, [before.logo_key]);
  });
}

export async function removeLogo(context: Context, user: CurrentUser): Promise<void> {
  await inTransaction(context, async (tx) => {
    await lockUser(tx.db, user.id);
    const before = await findFaceRow(tx.db, user.id);
    if (!before?.logo_key) return;
    await saveFace(tx.db, user.id, {
      logo_key: null,
      logo_bytes: null,
      logo_width: null,
      logo_height: null,
      changed_at: timestampOf(tx),
    });
    await enqueueObjectDeletion(tx, [before.logo_key]);
  });
}

/**
 * The logo of this name, if it belongs to the asker's freelancer: the asker, a customer's freelancer, or with a valid
 * invitation or verification link the freelancer of the customer it was made for. Throws NotFoundError for all others,
 * so that the existence of a logo is not revealed.
 */
export async function getLogo(
  context: Pick<Context, 'db' | 'config' | 'now'>,
  user: CurrentUser | null,
  name: string,
  token: string,
): Promise<StoredLogo> {
  const own = user && (user.owner_id ?? user.id);
  const logo = await findLogo(context, own, name);
  if (logo) return logo;
  const guest = token === '' ? undefined : await findGuestOf(context, token);
  const offered = await findLogo(context, guest?.owner_id ?? null, name);
  if (!offered) throw new NotFoundError();
  return offered;
}

async function findLogo(
  { db }: Pick<Context, 'db'>,
  ownerId: number | null,
  name: string,
): Promise<StoredLogo | undefined> {
  const row = ownerId === null ? undefined : await findFaceRow(db, ownerId);
  if (!row?.logo_key || row.logo_bytes === null || logoNameOf(row.logo_key) !== name) return undefined;
  return { key: row.logo_key, size: row.logo_bytes };
}

/** Returns a freelancer's own logo, for documents in their name; undefined if there is none. */
export async function readOwnLogo(context: Context, ownerId: number): Promise<Buffer | undefined> {
  const row = await findFaceRow(context.db, ownerId);
  if (!row?.logo_key || row.logo_bytes === null) return undefined;
  const body = await readLogo(context, { key: row.logo_key, size: row.logo_bytes });
  const pieces: Buffer[] = [];
  for await (const piece of Buffer.isBuffer(body) ? [body] : body) pieces.push(Buffer.from(piece));
  return Buffer.concat(pieces);
}

/** Returns the bytes of a logo; missing ones are logged as an alarm, and throw NotFoundError. */
export async function readLogo(
  { storage, log }: Pick<Context, 'storage' | 'log'>,
  { key, size }: StoredLogo,
  range: ByteRange = { start: 0, end: size - 1 },
): Promise<ObjectBody> {
  try {
    return await storage.read(key, range);
  } catch (error) {
    if (!(error instanceof MissingObjectError)) throw error;
    log.error({ alarm: 'missing-object', key }, 'The bytes of a logo are missing from the store');
    throw new NotFoundError('pictures.bytes_missing');
  }
}

/** Throws what readLogo would throw, without opening the object. */
export async function requireLogoBytes(context: Context, logo: StoredLogo): Promise<void> {
  if ((await context.storage.size(logo.key)) === logo.size) return;
  context.log.error(
    { alarm: 'missing-object', key: logo.key },
    'The bytes of a logo are missing from the store',
  );
  throw new NotFoundError('pictures.bytes_missing');
}
