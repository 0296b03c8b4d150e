import { useEffect, useEffectEvent, useState } from 'react';
import { pixelsOf } from './pixels-of.ts';

/** The server's own limit for pictures; a phone would need gigabytes for more. */
const MOST_PIXELS = 110_000_000;
const BEGINNING_BYTES = 64 * 1024;

/** True once a picture's beginning shows few enough pixels, or none; `onTooMany` if not. No address, no request. */
export function useFewPixels(address: string | undefined, onTooMany: () => void): boolean {
  const [allowed, setAllowed] = useState<string>();
  const refuse = useEffectEvent(onTooMany);
  useEffect(() => {
    if (address === undefined) return undefined;
    const reading = new AbortController();
    const look = async () => {
      const beginning = await readBeginning(address, reading.signal);
      if (reading.signal.aborted) return;
      if (beginning && (pixelsOf(beginning) ?? 0) > MOST_PIXELS) refuse();
      else setAllowed(address);
    };
    void look();
    return () => reading.abort();
  }, [address]);
  return address !== undefined && allowed === address;
}

/** Undefined where it does not come: the picture itself will not either, and says so. */
async function readBeginning(address: string, signal: AbortSignal): Promise<Uint8Array | undefined> {
  try {
    const answer = await fetch(address, { signal, headers: { range: `bytes=0-${BEGINNING_BYTES - 1}` } });
    return answer.status === 206 ? new Uint8Array(await answer.arrayBuffer()) : undefined;
  } catch {
    return undefined;
  }
}
