import type { Storage } from './storage.ts';

type StorageObserver = {
  around: <T>(operation: keyof Storage, run: () => Promise<T>) => Promise<T>;
  /** Called with the number of bytes stored (`in`) or requested by a read that has begun (`out`). */
  noteBytes?: (direction: 'in' | 'out', count: number) => void;
};

/** Wraps a file store so that an observer runs each operation. */
export function observed(storage: Storage, { around, noteBytes = () => {} }: StorageObserver): Storage {
  return {
    ...storage,
    write: (...given) =>
      around('write', async () => {
        const size = await storage.write(...given);
        noteBytes('in', size);
        return size;
      }),
    read: (key, range, holder) =>
      around('read', async () => {
        const body = await storage.read(key, range, holder);
        noteBytes('out', Math.max(0, range.end - range.start + 1));
        return body;
      }),
    append: (key, offset, ...given) =>
      around('append', async () => {
        const reached = await storage.append(key, offset, ...given);
        noteBytes('in', Math.max(0, reached - offset));
        return reached;
      }),
    size: (...given) => around('size', () => storage.size(...given)),
    check: (...given) => around('check', () => storage.check(...given)),
    delete: (...given) => around('delete', () => storage.delete(...given)),
    begin: (...given) => around('begin', () => storage.begin(...given)),
    offset: (...given) => around('offset', () => storage.offset(...given)),
    complete: (...given) => around('complete', () => storage.complete(...given)),
    abort: (...given) => around('abort', () => storage.abort(...given)),
  };
}
