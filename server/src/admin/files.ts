import { createStorage } from '../adapters/storage/create-storage.ts';
import { listOrphanedObjects } from '../features/files/admin.ts';
import { type Command, requireNoMore, UsageError } from './command.ts';

/** Reports about the file store. */
export const files: Command = {
  usage: ['files unnamed        lists what no row of the database names; deletes nothing'],
  async run(context, [action, ...more]) {
    if (action !== 'unnamed') throw new UsageError('files unnamed is the only form.');
    requireNoMore(more);
    const storage = await createStorage(context.config);
    const lines: string[] = [];
    let bytes = 0;
    for await (const { key, size, modified } of listOrphanedObjects({ ...context, storage })) {
      lines.push(`${key}  ${size} bytes  ${modified.toISOString()}`);
      bytes += size;
    }
    if (lines.length === 0) return 'Every object in the file store is named by a row.';
    return [...lines, `No row names ${lines.length} objects of ${bytes} bytes.`].join('\n');
  },
};
