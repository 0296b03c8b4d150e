/** One letter of half width, or one that no text has: bytes of other encodings give many of them. */
const UNLIKELY = /[\u0080-\u009f\uff61-\uff9f\ue000-\uf8ff]/;
const PLAIN = /\p{ASCII}/u;

/**
 * Text in Shift-JIS, undefined if invalid. Two western letters may look like a Japanese one, so most of these must
 * stand side by side, as in words. `isCut` allows a truncated last letter.
 */
export function readShiftJis(bytes: Uint8Array, isCut = false): string | undefined {
  let text: string;
  try {
    text = new TextDecoder('shift_jis', { fatal: true }).decode(bytes, { stream: isCut });
  } catch {
    return undefined;
  }
  let [together, alone, run] = [0, 0, 0];
  const endRun = () => {
    if (run === 1) alone += 1;
    else together += run;
    run = 0;
  };
  for (const letter of text) {
    if (PLAIN.test(letter)) endRun();
    else if (UNLIKELY.test(letter)) alone += 1;
    else run += 1;
  }
  endRun();
  return together > alone ? text : undefined;
}
