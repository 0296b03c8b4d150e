import { MAX_PROJECT_TEXT_BYTES } from '@vitrin/shared/rules/counts.ts';
import type { Context } from '../../context.ts';
import type { Database } from '../../database/connect.ts';
import { CountExceededError } from '../../errors.ts';
import { requireSpaceForTexts } from '../storage/service.ts';
import { getTextBytes, setTextBytes } from './text-bytes-queries.ts';

const MIB = 1024 * 1024;

/**
 * Updates the sum of a project's text bytes after a name or a description was written or deleted; call it with the user
 * and the project locked. Throws CountExceededError when the texts have grown beyond what a project holds,
 * StorageExceededError when the plan holds no more.
 */
export async function saveTextBytes(
  context: Pick<Context, 'db' | 'now'>,
  ownerId: number,
  projectId: number,
): Promise<void> {
  const { before, after } = await recountTextBytes(context.db, projectId);
  // A text that is too long already may become shorter.
  if (after <= before) return;
  if (after > MAX_PROJECT_TEXT_BYTES)
    throw new CountExceededError('projects.too_much_text', { max: MAX_PROJECT_TEXT_BYTES / MIB });
  await requireSpaceForTexts(context, ownerId, after - before);
}

/** Updates the sum of a locked project's text bytes and refuses nothing. */
export async function recountTextBytes(
  db: Database,
  projectId: number,
): Promise<{ before: number; after: number }> {
  const bytes = await getTextBytes(db, projectId);
  if (bytes.after !== bytes.before) await setTextBytes(db, projectId, bytes.after);
  return bytes;
}
