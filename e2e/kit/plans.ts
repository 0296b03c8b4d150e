import type { Plan } from '@vitrin/shared/contract/plans.ts';
import type { Project } from '@vitrin/shared/contract/projects.ts';
import type { ApiSession } from '../../test-kit/api-session.ts';

/** Buys Professional through the test gateway, so that the number of projects has no limit. */
export async function upgrade(freelancer: ApiSession): Promise<void> {
  const { results } = await freelancer.expectCall<{ results: Plan[] }>(
    200,
    'GET',
    '/api/subscription_plans/',
  );
  const professional = results.find(({ name }) => name === 'Professional');
  const order = { subscription_plan: professional?.id };
  const { token } = await freelancer.expectCall<{ token: string }>(
    200,
    'POST',
    '/api/checkout/checkout/',
    order,
  );
  await freelancer.expectCall(200, 'POST', '/api/checkout/sandbox/', { token, outcome: 'success' });
}

/** Projects in the order of their names, the last one the newest. */
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
