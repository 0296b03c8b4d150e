/** Pictures that are being uploaded for texts of this page; each resolves to whether it succeeded. */
const pending = new Set<Promise<boolean>>();

/** Lets forms wait before they are sent until these pictures are uploaded. */
export function addPendingImages(arrival: Promise<boolean>): void {
  pending.add(arrival);
  void arrival.finally(() => pending.delete(arrival));
}

/** Undefined when no pictures are being uploaded; else resolves to whether all succeed. */
export function pendingImages(): Promise<boolean> | undefined {
  if (pending.size === 0) return undefined;
  return Promise.all(pending).then((arrivals) => arrivals.every(Boolean));
}
