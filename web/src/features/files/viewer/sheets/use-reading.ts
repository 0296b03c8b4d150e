import { useEffect, useEffectEvent, useState } from 'react';
import type { Failure } from '../LoadFailure.tsx';
import type { ViewProps } from '../view-props.ts';

/** Thrown by a reading that knows why nothing of its file can be shown. */
export class ReadingFailure extends Error {
  readonly failure: Failure;

  constructor(failure: Failure) {
    super(`The file cannot be shown: ${failure}`);
    this.failure = failure;
  }
}

/** Returns the result of `read` on a file, once it is there. A failure goes to the viewer, and as `open WHAT` to the console. */
export function useReading<T>(
  what: string,
  { file: { file: address }, onFailure }: ViewProps,
  read: (address: string, signal: AbortSignal) => Promise<T>,
): T | undefined {
  const [value, setValue] = useState<T>();
  const begin = useEffectEvent(read);
  const fail = useEffectEvent((error: unknown) => {
    console.error(`open ${what}`, error);
    onFailure(error instanceof ReadingFailure ? error.failure : undefined);
  });
  useEffect(() => {
    const reading = new AbortController();
    begin(address, reading.signal).then(setValue, (error: unknown) => {
      if (!reading.signal.aborted) fail(error);
    });
    return () => reading.abort();
  }, [address]);
  return value;
}
