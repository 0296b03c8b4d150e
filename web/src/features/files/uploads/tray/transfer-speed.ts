const WINDOW_MS = 8000;

/** Bytes per second over the last 8 seconds, so that the figure neither jumps nor lags. */
export function createSpeedometer(now: () => number = Date.now) {
  let samples: { at: number; bytes: number }[] = [];
  return {
    add(bytes: number) {
      samples.push({ at: now(), bytes });
    },
    /** 0 while nothing is known. */
    bytesPerSecond(): number {
      const from = now() - WINDOW_MS;
      samples = samples.filter(({ at }) => at >= from);
      const first = samples[0];
      if (!first) return 0;
      const bytes = samples.reduce((sum, sample) => sum + sample.bytes, 0);
      return bytes / Math.max(1, (now() - first.at) / 1000);
    },
  };
}
