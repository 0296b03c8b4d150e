import { countFreelancersWithoutApp } from '@vitrin/server/features/auth/service.ts';
import { type Finding, note, ok } from './finding.ts';
import type { Installation } from './installation.ts';

/** Counts the freelancers who have no authenticator app, where the installation requires a second step (specification 3.20). */
export async function checkSecondSteps({
  database,
  config,
}: Pick<Installation, 'database' | 'config'>): Promise<Finding[]> {
  if (!config.requiresFactor) return [ok('A second step at login is up to each account.')];
  const count = await countFreelancersWithoutApp(database());
  if (count === 0) return [ok('Every freelancer has an authenticator app.')];
  return [
    note(
      `REQUIRE_SECOND_FACTOR is set, and freelancers without an authenticator app: ${count}.`,
      'Ask them to log in: the first screen leads through setting it up, and nothing else opens before.',
    ),
  ];
}
