import type { StoredObject } from '@vitrin/engine/storage/storage.ts';
import { createStorage } from '@vitrin/server/adapters/storage/create-storage.ts';
import { listOrphanedObjects, redrawAll } from '@vitrin/server/features/files/admin.ts';
import { type AdminContext, type Answer, type Command, requireNoMore, UsageError } from './command.ts';
import { withoutControls } from './lists.ts';

/** Reports about the file store, and has pictures made that are missing. */
export const files: Command = {
  usage: [
    'files unnamed        lists what no row of the database names; deletes nothing',
    'files draw           has pictures, lengths and pages made that files lack, by a running server',
  ],
  async run(context, [action, ...more]) {
    if (action !== 'unnamed' && action !== 'draw')
      throw new UsageError('files unnamed and files draw are the only forms.');
    requireNoMore(more);
    return action === 'draw' ? draw(context) : listUnnamed(context);
  },
};

/** For programs that were installed after files were uploaded. */
async function draw(context: AdminContext): Promise<Answer> {
  await redrawAll(context);
  return {
    text: 'The server makes pictures, lengths and pages of the files that lack them, 20 at a time.',
    json: { enqueued: true },
  };
}

async function listUnnamed(context: AdminContext): Promise<Answer> {
  const storage = await createStorage(context.config);
  const unnamed: StoredObject[] = [];
  for await (const object of listOrphanedObjects({ ...context, storage })) unnamed.push(object);
  const bytes = unnamed.reduce((sum, { size }) => sum + size, 0);
  const lines = unnamed.map(
    ({ key, size, modified }) => `${withoutControls(key)}  ${size} bytes  ${modified.toISOString()}`,
  );
  return {
    text:
      lines.length === 0
        ? 'Every object in the file store that is older than an hour is named by a row.'
        : [...lines, `No row names ${lines.length} objects of ${bytes} bytes.`].join('\n'),
    json: { count: lines.length, bytes, objects: unnamed },
  };
}
