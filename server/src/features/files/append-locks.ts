type Append = { disconnect: () => void; done: Promise<void> };

/** Which uploads are being written to by this process. */
const running = new Map<string, Append>();

/**
 * Runs `work` alone on an upload. A client asks again only when it has lost its connection, so whoever still holds the
 * upload is cut off first and given time to write down what has arrived.
 */
export async function alone<T>(id: string, disconnect: () => void, work: () => Promise<T>): Promise<T> {
  for (let before = running.get(id); before; before = running.get(id)) {
    before.disconnect();
    await before.done;
  }
  const { promise: done, resolve } = Promise.withResolvers<void>();
  running.set(id, { disconnect, done });
  try {
    return await work();
  } finally {
    running.delete(id);
    resolve();
  }
}
