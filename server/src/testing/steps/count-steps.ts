type Method = (this: unknown, ...values: unknown[]) => unknown;

const lengthOf = (value: unknown) => (value as { length: number }).length;

function searchedLength(text: unknown, found: unknown, [, from = 0]: unknown[]): number {
  return (found === -1 ? lengthOf(text) : Number(found) + 1) - Number(from);
}

/** Characters or elements that each built-in function reads, at most. */
const STEPS: [object, string, (self: unknown, result: unknown, values: unknown[]) => number][] = [
  [String.prototype, 'charCodeAt', () => 1],
  [String.prototype, 'slice', (_self, result) => lengthOf(result)],
  [String.prototype, 'toLowerCase', lengthOf],
  [String.prototype, 'trim', lengthOf],
  [String.prototype, 'replaceAll', lengthOf],
  [String.prototype, 'indexOf', searchedLength],
  [String.prototype, 'includes', lengthOf],
  [String.prototype, 'split', lengthOf],
  [RegExp.prototype, 'exec', () => 1],
  [RegExp.prototype, 'test', () => 1],
  [Array.prototype, 'lastIndexOf', lengthOf],
  [Array.prototype, 'indexOf', lengthOf],
  [Array.prototype, 'join', lengthOf],
  [Array.prototype, 'push', () => 1],
  [Map.prototype, 'get', () => 1],
  [Set.prototype, 'has', () => 1],
];

/**
 * Number of steps that `work` takes, the same on every machine: characters and elements that built-in functions read.
 * For code that reads its input by them; a loop of its own must call one in each turn.
 */
export async function countSteps(work: () => Promise<unknown>): Promise<number> {
  let steps = 0;
  const originals = STEPS.map(([owner, name, cost]) => {
    const original = (owner as Record<string, Method>)[name] as Method;
    const counted: Method = function counted(...values) {
      const result = original.apply(this, values);
      steps += cost(this, result, values);
      return result;
    };
    Object.assign(owner, { [name]: counted });
    return () => Object.assign(owner, { [name]: original });
  });
  try {
    await work();
    return steps;
  } finally {
    for (const restore of originals) restore();
  }
}
