import type { Plan } from '@vitrin/shared/contract/plans.ts';
import type { Project } from '@vitrin/shared/contract/projects.ts';
import type { ProjectFile } from '@vitrin/shared/contract/files.ts';
import type { Version } from '@vitrin/shared/contract/versions.ts';
import { inviteCustomer, registerCustomer, registerFreelancer } from '../accounts.ts';
import type { ApiSession } from '../api-session.ts';
import { uploadFile } from '../upload-file.ts';
import { DEMO_FREELANCER, DEMO_PASSWORD, DEMO_PROJECTS, type SampleProject } from './story.ts';

type Installation = { url: string; dataDir: string };

/** Fills a fresh server with the sample people, projects and files through its API. */
export async function seedDemo(product: Installation, projects = DEMO_PROJECTS): Promise<void> {
  const freelancer = await registerFreelancer(product, DEMO_FREELANCER.username, DEMO_PASSWORD);
  await upgrade(freelancer, 'Professional');
  for (const sample of projects) {
    const { id, reset_token } = await inviteCustomer(freelancer, sample.customer);
    const newest = await createProject(freelancer, id, sample);
    if (sample.visits && newest)
      await visit(await registerCustomer(product, reset_token, DEMO_PASSWORD), newest);
  }
}

/** Buys a plan at the built-in test gateway. */
async function upgrade(freelancer: ApiSession, planName: string): Promise<void> {
  const { results } = await freelancer.expectCall<{ results: Plan[] }>(
    200,
    'GET',
    '/api/subscription_plans/',
  );
  const plan = results.find(({ name }) => name === planName);
  const checkout = await freelancer.expectCall<{ token: string }>(200, 'POST', '/api/checkout/checkout/', {
    subscription_plan: plan?.id,
  });
  const payment = { token: checkout.token, outcome: 'success' };
  await freelancer.expectCall(200, 'POST', '/api/checkout/sandbox/', payment);
  await freelancer.expectCall(200, 'POST', '/api/checkout/verify/', { token: checkout.token });
}

/** The client opens the project and downloads the files of its newest version. */
async function visit(customer: ApiSession, { id, project }: Version): Promise<void> {
  await customer.expectCall(200, 'GET', `/api/projects/${project}/`);
  const { results } = await customer.expectCall<{ results: ProjectFile[] }>(
    200,
    'GET',
    `/api/files/?version=${id}`,
  );
  for (const { file } of results) await customer.expectCall(200, 'GET', `${file}?download=1`);
}

/** Creates a project with its milestones and files; returns its newest version. */
export async function createProject(
  freelancer: ApiSession,
  customerId: number,
  sample: SampleProject,
): Promise<Version | undefined> {
  let newest: Version | undefined;
  const { name, description, milestones, completed, status, versions } = sample;
  const project = await freelancer.expectCall<Project>(201, 'POST', '/api/projects/', {
    name,
    description,
    customer_id: customerId,
  });
  for (const [index, milestone] of milestones.entries())
    await freelancer.expectCall(201, 'POST', '/api/milestones/', {
      name: milestone,
      description: '',
      completed: index < completed,
      project: project.id,
      order: index + 1,
    });
  for (const { files, ...fields } of versions) {
    const version = await freelancer.expectCall<Version>(201, 'POST', '/api/versions/', {
      ...fields,
      project: project.id,
    });
    for (const { name: fileName, bytes } of files)
      await uploadFile(freelancer, version.id, fileName, await bytes());
    newest = version;
  }
  if (status) await freelancer.expectCall(200, 'PATCH', `/api/projects/${project.id}/`, { status });
  return newest;
}
