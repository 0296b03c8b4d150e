type WorkLabel = Record<string, string>;

type WorkReport = WorkLabel & { milliseconds: number };

export type RunningWork = {
  /** Call the result once the work has ended. The label is made only when it is reported. */
  begin: (label: () => WorkLabel) => () => void;
  /** Work since the last call of `forgetEnded`, the latest begun first; `more` is how much was left out. */
  report: () => { work: WorkReport[]; more: number };
  forgetEnded: () => void;
};

type Entry = { label: () => WorkLabel; startedAt: number; endedAt?: number };

const MAX_REPORTED = 20;
/** The work that blocked the event loop is among the latest to end, so these are enough. */
const MAX_ENDED = 50;

export function createRunningWork(now: () => number): RunningWork {
  const running = new Set<Entry>();
  const ended: Entry[] = [];
  return {
    begin(label) {
      const entry: Entry = { label, startedAt: now() };
      running.add(entry);
      return () => {
        if (!running.delete(entry)) return;
        entry.endedAt = now();
        if (ended.push(entry) > MAX_ENDED) ended.shift();
      };
    },
    report() {
      const entries = [...ended, ...running].toSorted((a, b) => b.startedAt - a.startedAt);
      const work = entries.slice(0, MAX_REPORTED).map(({ label, startedAt, endedAt = now() }) => ({
        ...label(),
        milliseconds: Math.round(endedAt - startedAt),
      }));
      return { work: work as WorkReport[], more: Math.max(0, entries.length - MAX_REPORTED) };
    },
    forgetEnded() {
      ended.length = 0;
    },
  };
}
