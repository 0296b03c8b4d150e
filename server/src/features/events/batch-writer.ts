import type { Context } from '../../context.ts';
import { isDatabaseAway } from '@vitrin/engine/sql/errors.ts';
import { writeBatch } from './batch.ts';
import type { NewEvent } from './queries.ts';

/** Events in one transaction, for which all writers on SQLite wait: some 5 ms, which other requests wait, too. */
export const BATCH_SIZE = 100;

/** Writes batches one after another. */
export class BatchWriter {
  #writing = Promise.resolve();

  /** Resolves to the events to write again, as the database did not answer; never rejects: a lost count fails no request. */
  async write(context: Pick<Context, 'db' | 'log' | 'now'>, events: NewEvent[]): Promise<NewEvent[]> {
    const left: NewEvent[] = [];
    await this.run(async () => {
      for (let at = 0; at < events.length; at += BATCH_SIZE) {
        const batch = events.slice(at, at + BATCH_SIZE);
        try {
          await writeBatch(context, batch);
        } catch (error) {
          if (isDatabaseAway(error)) left.push(...batch);
          else context.log.error({ err: error, events: batch.length }, 'Events could not be recorded');
        }
      }
    });
    return left;
  }

  /** Runs `work` after what is being written, and before what comes later. */
  run(work: () => Promise<void>): Promise<void> {
    this.#writing = this.#writing.then(work);
    return this.#writing;
  }
}
