/** Pictures on their way into the texts of this page, each true once it is there, false when it failed. */
const pending = new Set<Promise<boolean>>();

/** Keeps forms from being sent until the pictures are in, or one of them has failed. */
export function addPendingImages(arrival: Promise<boolean>): void {
  pending.add(arrival);
  void arrival.finally(() => pending.delete(arrival));
}

/** Undefined when no pictures are on their way; else whether all of them arrive. */
export function pendingImages(): Promise<boolean> | undefined {
  if (pending.size === 0) return undefined;
  return Promise.all(pending).then((arrivals) => arrivals.every(Boolean));
}
