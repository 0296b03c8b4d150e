import type { Context } from '../../context.ts';
import { isDatabaseAway } from '@vitrin/engine/sql/errors.ts';
import { lentFileOf } from '@vitrin/engine/sqlite/sqlite-dialect.ts';
import { writeBatch } from './batch.ts';
import type { NewEvent } from './queries.ts';
import { startWriterThread, type WriterThread } from './writer-thread.ts';

/** Events in one transaction, for which all writers on SQLite wait; half of it would cost a tenth more per event. */
export const BATCH_SIZE = 250;
/** After this long without a full batch the thread ends, and its memory is free. */
const IDLE_MILLISECONDS = 60_000;

/** Writes batches in turn; on SQLite a thread writes full ones, so that readers do not wait. */
export class BatchWriter {
  #writing = Promise.resolve();
  #thread: WriterThread | undefined;
  #idle: NodeJS.Timeout | undefined;

  /** Resolves to the events to write again, as the database did not answer; never rejects: a lost count fails no request. */
  async write(context: Pick<Context, 'db' | 'log' | 'now'>, events: NewEvent[]): Promise<NewEvent[]> {
    let left: NewEvent[] = [];
    if (events.length >= BATCH_SIZE) this.#keepThread(context);
    await this.run(async () => {
      if (events.length === 0) return;
      try {
        if (this.#thread?.isReady()) await this.#thread.write(context, events);
        else await writeBatch(context, events);
      } catch (error) {
        if (isDatabaseAway(error)) left = events;
        else context.log.error({ err: error, events: events.length }, 'Events could not be recorded');
      }
    });
    return left;
  }

  /** Runs `work` after what is being written, and before what comes later. */
  run(work: () => Promise<void>): Promise<void> {
    this.#writing = this.#writing.then(work);
    return this.#writing;
  }

  /** Ends the thread, if there is one, after what is being written. */
  endThread(): Promise<void> {
    clearTimeout(this.#idle);
    this.#idle = undefined;
    return this.run(async () => {
      await this.#thread?.end();
      this.#thread = undefined;
    });
  }

  #keepThread({ db, log }: Pick<Context, 'db' | 'log'>): void {
    const file = lentFileOf(db);
    if (!file) return;
    // One that failed is not tried again before the load is over.
    this.#thread ??= startWriterThread(file, log);
    if (this.#idle) this.#idle.refresh();
    else this.#idle = setTimeout(() => void this.endThread(), IDLE_MILLISECONDS).unref();
  }
}
