/** Objects that are copied at the same time: enough to hide the way to a bucket, and few for a disk. */
const AT_ONCE = 4;

/** Runs `work` for everything in a list, some at a time. After a failure nothing more is begun. */
export async function forEach<T>(items: Iterable<T>, work: (item: T) => Promise<void>): Promise<void> {
  const iterator = items[Symbol.iterator]();
  let hasFailed = false;
  const run = async () => {
    for (let next = iterator.next(); !next.done && !hasFailed; next = iterator.next()) {
      try {
        await work(next.value);
      } catch (error) {
        hasFailed = true;
        throw error;
      }
    }
  };
  const results = await Promise.allSettled(Array.from({ length: AT_ONCE }, run));
  const failed = results.find((result) => result.status === 'rejected');
  if (failed) throw failed.reason;
}
