export type JsonLimits = { depth: number; parts: number };

const [QUOTE, BACKSLASH, COMMA, BRACKET, BRACKET_END, BRACE, BRACE_END] = Buffer.from('"\\,[]{}');

/**
 * Counts brackets of UTF-8 JSON piece by piece, before parsing: `isTooIntricate` tells whether `limits` are exceeded.
 * Parsing millions of brackets takes a hundred times as long as parsing a string of that length.
 */
export function createStructureCount(limits: JsonLimits) {
  let depth = 0;
  let parts = 0;
  let isInString = false;
  let isEscaped = false;
  return {
    isTooIntricate(bytes: ArrayLike<number>): boolean {
      const { length } = bytes;
      for (let at = 0; at < length; at += 1) {
        const byte = bytes[at];
        if (isEscaped) {
          isEscaped = false;
        } else if (isInString) {
          if (byte === BACKSLASH) isEscaped = true;
          else if (byte === QUOTE) isInString = false;
        } else if (byte === QUOTE) {
          isInString = true;
        } else if (byte === BRACKET || byte === BRACE) {
          depth += 1;
          parts += 1;
          if (depth > limits.depth || parts > limits.parts) return true;
        } else if (byte === BRACKET_END || byte === BRACE_END) {
          depth -= 1;
        } else if (byte === COMMA) {
          parts += 1;
          if (parts > limits.parts) return true;
        }
      }
      return false;
    },
  };
}
