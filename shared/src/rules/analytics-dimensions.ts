import type { Dimension, Measure } from '../contract/figures/analytics-query.ts';
import { TIMES } from './time/time-keys.ts';

const OF_VERSIONS = [...TIMES, 'project', 'customer', 'version'] as const;
const OF_FILES = [...OF_VERSIONS, 'file'] as const;

/** Dimensions of each measure (specification 9.21). */
export const DIMENSIONS_OF: Record<Measure, readonly Dimension[]> = {
  opens: [...TIMES, 'project', 'customer'],
  looks: OF_FILES,
  downloads: [...OF_FILES, 'device'],
  complete: [...OF_FILES, 'device'],
  bytes: [...OF_FILES, 'device'],
  played: [...OF_FILES, 'device'],
  first_look: OF_VERSIONS,
  first_complete: OF_VERSIONS,
  unopened: OF_VERSIONS,
  storage: OF_FILES,
  milestone_days: [...TIMES, 'project', 'customer'],
};
