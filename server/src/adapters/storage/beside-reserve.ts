import type { Reserve } from '@vitrin/engine/disk/reserve.ts';
import { OutOfSpaceError } from '../../errors.ts';
import type { Storage } from '@vitrin/engine/storage/storage.ts';

/**
 * Wraps a file store so that bytes are stored only while the reserve of the disk is held: what was freed for deletions and
 * logins is not filled by the next upload. Throws OutOfSpaceError before the first byte otherwise.
 */
export function besideReserve(storage: Storage, reserve: Pick<Reserve, 'take'>): Storage {
  const requireRoom = async () => {
    if (!(await reserve.take())) throw new OutOfSpaceError();
  };
  return {
    ...storage,
    async write(...given) {
      await requireRoom();
      return storage.write(...given);
    },
    async append(...given) {
      await requireRoom();
      return storage.append(...given);
    },
  };
}
