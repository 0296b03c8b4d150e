import { MOMENT_PARAMETER } from '../../use-open-file.ts';

/** The moment in an address, in seconds; undefined for none, for one behind the end, and for anything that is no moment. */
export function momentIn(search: string, duration: number): number | undefined {
  const text = new URLSearchParams(search).get(MOMENT_PARAMETER) ?? '';
  if (!/^\d{1,9}$/.test(text)) return undefined;
  const seconds = Number(text) / 1000;
  return seconds <= duration ? seconds : undefined;
}

/** An address that opens the same file at this moment: rounded up, so that it falls into the frame that is shown. */
export function addressOfMoment(address: string, seconds: number): string {
  const url = new URL(address);
  url.searchParams.set(MOMENT_PARAMETER, String(Math.ceil(seconds * 1000)));
  return url.href;
}
