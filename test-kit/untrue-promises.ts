/** Words, in lower case, of things that no installation has: analytics beyond the ones there are, integrations, support by plan. */
const UNTRUE = [
  'advanced',
  'custom analytics',
  'integration',
  'priority',
  'answered first',
  '24/7',
  'around the clock',
  'studio',
  'gelişmiş',
  'özel analiz',
  'entegrasyon',
  'öncelik',
  '7/24',
  'stüdyo',
];

/** Promises in `text` of things that do not exist (specification 7.1); empty if the text is true. */
export function untruePromisesIn(text: string): string[] {
  // Not toLocaleLowerCase: English "I" stays "i", and no Turkish word above has a capital that differs.
  const lower = text.toLowerCase();
  return UNTRUE.filter((words) => lower.includes(words));
}
