import type { Reserve } from '@vitrin/engine/disk/reserve.ts';
import { OutOfSpaceError } from '../../errors.ts';
import type { Storage } from '@vitrin/engine/storage/storage.ts';

/** Stores bytes only beside the disk's reserve, which is for deletions and logins; else OutOfSpaceError before any byte. */
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
