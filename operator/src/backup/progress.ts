/** Called while objects are copied or read. */
export type OnProgress = (progress: Progress) => void;

type Progress = { doing: string; objects: number; ofObjects: number; bytes: number };

const INTERVAL_MILLISECONDS = 1000;

/** Writes progress as a line, once a second at most, and the last one of each step always. */
export function writeProgress(
  write: (line: string) => void,
  now: () => number = () => performance.now(),
): OnProgress {
  let last = -Infinity;
  return ({ doing, objects, ofObjects, bytes }) => {
    if (objects < ofObjects && now() - last < INTERVAL_MILLISECONDS) return;
    last = now();
    write(`${doing}: ${objects} of ${ofObjects} objects, ${inWords(bytes)}\n`);
  };
}

/** A size as people read it, such as 1.5 GB. */
export function inWords(bytes: number): string {
  const units = ['bytes', 'kB', 'MB', 'GB', 'TB'];
  const step = bytes < 1000 ? 0 : Math.min(Math.floor(Math.log10(bytes) / 3), units.length - 1);
  return `${step === 0 ? bytes : (bytes / 1000 ** step).toFixed(1)} ${units[step] ?? ''}`;
}

/** Counts what is done of a step. */
export function countProgress(onProgress: OnProgress, doing: string, ofObjects: number) {
  let [objects, bytes] = [0, 0];
  return (size: number) => {
    objects += 1;
    bytes += size;
    onProgress({ doing, objects, ofObjects, bytes });
  };
}
