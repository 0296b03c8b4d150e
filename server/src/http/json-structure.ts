/** Bodies of the API are objects of texts, numbers and at most a list of them. */
const MAX_DEPTH = 20;
/** Several times the longest list that is taken. */
const MAX_PARTS = 5000;

const [QUOTE, BACKSLASH, COMMA] = ['"', '\\', ','].map((character) => character.charCodeAt(0));
const OPENING = new Set(['[', '{'].map((character) => character.charCodeAt(0)));
const CLOSING = new Set([']', '}'].map((character) => character.charCodeAt(0)));

/**
 * True when a JSON text nests deeper, or has more parts, than any body the API takes. Making objects of millions of
 * brackets takes a hundred times as long as making a string of the same length, so they are counted first, in one step
 * a character. The text need not be JSON.
 */
export function isTooIntricate(json: string): boolean {
  let depth = 0;
  let parts = 0;
  let isInString = false;
  for (let at = 0; at < json.length; at += 1) {
    const code = json.charCodeAt(at);
    if (isInString) {
      if (code === BACKSLASH) at += 1;
      else if (code === QUOTE) isInString = false;
    } else if (code === QUOTE) {
      isInString = true;
    } else if (OPENING.has(code)) {
      depth += 1;
      parts += 1;
    } else if (CLOSING.has(code)) {
      depth -= 1;
    } else if (code === COMMA) {
      parts += 1;
    }
    if (depth > MAX_DEPTH || parts > MAX_PARTS) return true;
  }
  return false;
}
