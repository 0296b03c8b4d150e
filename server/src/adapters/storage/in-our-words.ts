import { AwayError, OutOfSpaceError } from '../../errors.ts';
import { type Storage, StoreAwayError, StoreFullError } from '@vitrin/engine/storage/storage.ts';

/** Turns errors of a store into OutOfSpaceError or AwayError: 503 for a request, another attempt for a job. */
export function inOurWords(storage: Storage): Storage {
  return {
    ...storage,
    write: (...given) => storage.write(...given).catch(rethrow),
    read: (...given) => storage.read(...given).catch(rethrow),
    size: (...given) => storage.size(...given).catch(rethrow),
    check: (...given) => storage.check(...given).catch(rethrow),
    delete: (...given) => storage.delete(...given).catch(rethrow),
    begin: (...given) => storage.begin(...given).catch(rethrow),
    append: (...given) => storage.append(...given).catch(rethrow),
    offset: (...given) => storage.offset(...given).catch(rethrow),
    complete: (...given) => storage.complete(...given).catch(rethrow),
    abort: (...given) => storage.abort(...given).catch(rethrow),
    async *list() {
      try {
        yield* storage.list();
      } catch (error) {
        rethrow(error);
      }
    },
  };
}

function rethrow(error: unknown): never {
  if (error instanceof StoreFullError) throw new OutOfSpaceError();
  if (error instanceof StoreAwayError) throw new AwayError('files.storage_away', error.cause);
  throw error;
}
