import type { Person } from '../factories.ts';
import type { TestApp } from '../test-app.ts';
import { DAY, passTime } from './stripe-app.ts';

/** How far our clock jumps ahead; five weeks are a period and its grace. */
export const JUMPS = [
  ['an hour', DAY / 24],
  ['five weeks', 35 * DAY],
  ['a year', 365 * DAY],
] as const;

/** Runs `meanwhile`, and the jobs due then, while the clock is this far ahead; then resets the clock. */
export async function whileAhead(
  setup: TestApp,
  person: Person,
  seconds: number,
  meanwhile: () => Promise<void> = async () => {},
): Promise<void> {
  await passTime(setup, person, seconds);
  await setup.runJobs();
  await meanwhile();
  await setup.runJobs();
  await passTime(setup, person, -seconds);
  await setup.runJobs();
}
