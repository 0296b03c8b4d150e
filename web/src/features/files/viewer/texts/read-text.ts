import { MAX_TEXT_BYTES, decodeText } from './decode-text.ts';

/** The first megabyte of the text at an address; rejects where its bytes do not come. */
export async function readText(url: string, signal: AbortSignal): Promise<string> {
  const answer = await fetch(url, { signal, headers: { range: `bytes=0-${MAX_TEXT_BYTES - 1}` } });
  // An empty file has no range that could be given.
  if (answer.status === 416) return '';
  if (!answer.ok) throw new Error(`The text came with ${answer.status}`);
  return decodeText(new Uint8Array(await answer.arrayBuffer()).subarray(0, MAX_TEXT_BYTES));
}
