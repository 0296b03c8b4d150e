import type { Plan } from '@vitrin/shared/contract/plans.ts';
import type { Project } from '@vitrin/shared/contract/projects.ts';
import type { ApiSession } from '../../test-kit/api-session.ts';

/** Buys a plan through the test gateway. The default, Professional, does not limit projects. */
export async function upgrade(freelancer: ApiSession, plan = 'Professional'): Promise<void> {
  const { results } = await freelancer.expectCall<{ results: Plan[] }>(
    200,
    'GET',
    '/api/subscription_plans/',
  );
  const bought = results.find(({ name }) => name === plan);
  const order = { subscription_plan: bought?.id };
  const { token } = await freelancer.expectCall<{ token: string }>(
    200,
    'POST',
    '/api/checkout/checkout/',
    order,
  );
  await freelancer.expectCall(200, 'POST', '/api/checkout/sandbox/', { token, outcome: 'success' });
}

/** Creates projects in the order of `names`; the last one is the newest. */
export async function addProjects(
  freelancer: ApiSession,
  names: readonly string[],
  customerId: number | null = null,
): Promise<Project[]> {
  const projects = [];
  for (const name of names)
    projects.push(
      await freelancer.expectCall<Project>(201, 'POST', '/api/projects/', { name, customer_id: customerId }),
    );
  return projects;
}
