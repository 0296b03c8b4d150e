import { setImmediate as nextTurn } from 'node:timers/promises';
import { scan } from 'secure-json-parse';
import { MalformedJsonError } from './errors.ts';
import { createStructureCount, type JsonLimits } from './json-structure.ts';

/** Bytes checked at once, in 1 or 2 ms. A body up to this size is parsed at once. */
const SLICE_BYTES = 256 * 1024;

/**
 * Parses a JSON body. The structure is checked in slices, so that 5 MB of any text do not block other requests. Throws
 * MalformedJsonError.
 */
export async function readJson(bytes: Buffer, limits: JsonLimits): Promise<unknown> {
  const structure = createStructureCount(limits);
  for (let start = 0; start < bytes.length; start += SLICE_BYTES) {
    if (start > 0) await nextTurn();
    if (structure.isTooIntricate(bytes.subarray(start, start + SLICE_BYTES)))
      throw new MalformedJsonError('it is too intricate');
  }
  const isLarge = bytes.length > SLICE_BYTES;
  if (isLarge) await nextTurn();
  const value = parse(bytes);
  if (isLarge) await nextTurn();
  return value;
}

function parse(bytes: Buffer): unknown {
  try {
    const value: unknown = JSON.parse(withoutMark(bytes).toString());
    if (typeof value === 'object' && value !== null)
      scan(value, { protoAction: 'error', constructorAction: 'error' });
    return value;
  } catch (error) {
    throw new MalformedJsonError('it cannot be parsed', { cause: error });
  }
}

const BYTE_ORDER_MARK = Buffer.from('\ufeff');

function withoutMark(bytes: Buffer): Buffer {
  const { length } = BYTE_ORDER_MARK;
  return bytes.subarray(0, length).equals(BYTE_ORDER_MARK) ? bytes.subarray(length) : bytes;
}
