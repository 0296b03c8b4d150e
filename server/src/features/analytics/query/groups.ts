import type { Dimension } from '@vitrin/shared/contract/figures/analytics-query.ts';
import { isTime, keyOfDay } from '@vitrin/shared/rules/time/time-keys.ts';
import type { GroupRow } from './queries.ts';

const DAY_MILLISECONDS = 24 * 3600 * 1000;

/** Keys of a group, in the order of the dimensions; a missing id is empty. */
type Keys = string[];

export type Group = { keys: Keys; sum: number; lengths: number[] };

export type Groups = Map<string, Group>;

const SEPARATOR = ' ';

export function groupOf(groups: Groups, keys: Keys): Group {
  const name = keys.join(SEPARATOR);
  let group = groups.get(name);
  if (!group) {
    group = { keys, sum: 0, lengths: [] };
    groups.set(name, group);
  }
  return group;
}

/** Adds rows of one reading. Lengths are in seconds, or in days; a thing without an end is left out. */
export function addRows(
  groups: Groups,
  rows: readonly GroupRow[],
  by: readonly Dimension[],
  unit: 'seconds' | 'days' | undefined,
): void {
  const timeKeys = by.map(() => new Map<string | number | null, string>());
  for (const { first, second, value, begins, ends } of rows) {
    if (unit && ends === null) continue;
    const keys = by.map((dimension, index) => {
      const key = index === 0 ? first : second;
      return timeKeys[index]?.getOrInsertComputed(key, () => keyOf(dimension, key)) ?? '';
    });
    const group = groupOf(groups, keys);
    if (!unit) group.sum += value ?? 0;
    else group.lengths.push(lengthOf(begins, ends, unit));
  }
}

function keyOf(dimension: Dimension, key: string | number | null): string {
  return isTime(dimension) && dimension !== 'hour' ? keyOfDay(dimension, Number(key)) : String(key ?? '');
}

function lengthOf(begins: string | null, ends: string | null, unit: 'seconds' | 'days'): number {
  const milliseconds = Math.max(0, Date.parse(ends ?? '') - Date.parse(begins ?? ''));
  return unit === 'seconds'
    ? Math.round(milliseconds / 1000)
    : Math.round((10 * milliseconds) / DAY_MILLISECONDS) / 10;
}

/** Returns the percentile for a share, by the nearest rank; null without values. */
export function percentile(values: readonly number[], share: number): number | null {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)] ?? null;
}
