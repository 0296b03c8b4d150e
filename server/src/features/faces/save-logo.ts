import { MAX_LOGO_UPLOAD_BYTES, type OwnFace } from '@vitrin/shared/contract/faces.ts';
import { LOGO_LIMITS } from '@vitrin/shared/rules/logo-size.ts';
import { newStorageKey } from '@vitrin/engine/storage/storage.ts';
import type { Context } from '../../context.ts';
import { timestampOf } from '../../context.ts';
import type { CurrentUser } from '../../current/current-user.ts';
import { lockUser } from '../../database/locks.ts';
import { inTransaction } from '../../database/transaction.ts';
import { ValidationError } from '../../errors.ts';
import { enqueueObjectDeletion } from '../../jobs/enqueue.ts';
import { createSlots } from '@vitrin/engine/slots/fair-slots.ts';
import { drawLogo } from '@vitrin/engine/pictures/logo.ts';
import { saveFace } from './queries.ts';
import { findFaceRow } from './rows.ts';
import { getOwnFace } from './service.ts';

/** One at a time, each in a process of its own: logos rarely change. */
const slots = createSlots({ count: 1, each: 1, maxWaiting: 20, maxWaitingEach: 2 });

/** Redraws a picture as png and makes it the logo; throws ValidationError on `logo`, TooManyWaitingError. */
export async function saveLogo(context: Context, user: CurrentUser, bytes: Buffer): Promise<OwnFace> {
  if (bytes.length > MAX_LOGO_UPLOAD_BYTES) throw new ValidationError({ logo: 'faces.logo_too_large' });
  const release = await slots.acquire({ tenant: user.tenant });
  const drawn = await drawLogo(bytes, LOGO_LIMITS, context.log).finally(release);
  if (!drawn) throw new ValidationError({ logo: 'faces.logo_unreadable' });
  const key = newStorageKey();
  await context.storage.write(key, once(drawn.bytes));
  try {
    return await inTransaction(context, async (tx) => {
      await lockUser(tx.db, user.id);
      const before = await findFaceRow(tx.db, user.id);
      await saveFace(tx.db, user.id, {
        logo_key: key,
        logo_bytes: drawn.bytes.length,
        logo_width: drawn.width,
        logo_height: drawn.height,
        changed_at: timestampOf(tx),
      });
      if (before?.logo_key) await enqueueObjectDeletion(tx, [before.logo_key]);
      return getOwnFace(tx, user);
    });
  } catch (error) {
    await context.storage.delete([key]);
    throw error;
  }
}

async function* once(bytes: Buffer): AsyncGenerator<Buffer, void> {
  yield bytes;
}
