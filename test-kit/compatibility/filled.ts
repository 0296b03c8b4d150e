/**
 * Built-ins that fill.ts supplies where a supported browser lacks them, as MDN names them. The first
 * script of index.html and verify.html loads the fill where one of them is missing; the check of the build knows them as present.
 */
export const FILLED = [
  'AbortSignal.any',
  'Array.toReversed',
  'Array.toSorted',
  'Array.toSpliced',
  'Promise.withResolvers',
  'Set.difference',
  'Set.intersection',
  'Set.union',
  'String.toWellFormed',
  'URL.canParse',
] as const;
