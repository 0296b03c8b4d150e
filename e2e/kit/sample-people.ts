import path from 'node:path';
import type { Customer, Person } from '@vitrin/shared/contract/customers.ts';
import type { Milestone } from '@vitrin/shared/contract/milestones.ts';
import type { Plan } from '@vitrin/shared/contract/plans.ts';
import type { Project } from '@vitrin/shared/contract/projects.ts';
import { seedDemo } from '../../test-kit/story/seed.ts';
import {
  DEMO_FREELANCER,
  DEMO_PASSWORD,
  DEMO_PROJECTS,
  type SampleProject,
} from '../../test-kit/story/story.ts';
import { inviteCustomer, registerCustomer, registerFreelancer } from '../../test-kit/accounts.ts';
import { type ApiSession, openApiSession } from '../../test-kit/api-session.ts';
import { waitForMail } from '../../test-kit/outbox.ts';
import { uploadFile } from '../../test-kit/upload-file.ts';
import { addProjects } from './plans.ts';
import { keepBoards, prepareBoards, type SampleBoards } from './sample-boards.ts';

/** The longest name that the server accepts, in which a line cannot break. */
const LONGEST_NAME = 'Ağaçlandırma'.repeat(17).slice(0, 200);
/** A name in capitals, wide for its length, in which a line cannot break. */
const WIDE_NAME = 'WWWAĞAÇLANDIRMAMMM';

export type SamplePeople = {
  sessions: {
    /** The demo's freelancer, on a paid plan, with customers, projects and files. */
    freelancer: ApiSession;
    /** The client of the demo's newest project. */
    customer: ApiSession;
    /** A freelancer who has just registered. */
    newcomer: ApiSession;
    /** A client without any project. */
    waiting: ApiSession;
    /** A freelancer at the limit of Starter, with the longest names, fifty milestones and a file. */
    full: ApiSession;
    /** A freelancer who has just paid. */
    payer: ApiSession;
    /** A freelancer on Enterprise, with boards. */
    studio: ApiSession;
    /** A freelancer on Enterprise without any content. */
    newStudio: ApiSession;
  };
  boards: Omit<SampleBoards, 'studio' | 'newStudio'>;
  project: number;
  /** Id of an image of that project's newest version. */
  picture: number;
  fullProject: number;
  plan: number;
  /** Tokens of an open, a successful and a failed payment. */
  payments: { open: string; paid: string; failed: string };
  invitation: string;
  resetToken: string;
};

/** The demo's projects with one file of each type in a version: preparing all files takes half a minute. */
export const SMALL_PROJECTS: SampleProject[] = DEMO_PROJECTS.map((project) => ({
  ...project,
  versions: project.versions.map((version) => ({
    ...version,
    files: [...new Map(version.files.map((file) => [path.extname(file.name), file])).values()],
  })),
}));

/** Fills a fresh product with the users whom the screens show. */
export async function prepareSamplePeople(
  product: { url: string; dataDir: string },
  demo = DEMO_PROJECTS,
): Promise<SamplePeople> {
  await seedDemo(product, demo);
  const freelancer = await logIn(product.url, DEMO_FREELANCER.username);
  const { results: projects } = await freelancer.expectCall<{ results: Project[] }>(
    200,
    'GET',
    '/api/projects/',
  );
  const [newest] = projects;
  if (!newest) throw new Error('The demo has no project');
  const customer = await logIn(product.url, newest.customer ?? '');
  const { results: versions } = await freelancer.expectCall<{ results: { id: number }[] }>(
    200,
    'GET',
    `/api/versions/?project=${newest.id}`,
  );
  const { results: files } = await freelancer.expectCall<{ results: { id: number; is_image: boolean }[] }>(
    200,
    'GET',
    `/api/files/?version=${versions.at(-1)?.id}`,
  );
  const { results: milestones } = await freelancer.expectCall<{ results: Milestone[] }>(
    200,
    'GET',
    `/api/milestones/?project=${newest.id}`,
  );
  for (const [days, milestone] of milestones.filter(({ completed }) => !completed).entries())
    await freelancer.expectCall(200, 'PATCH', `/api/milestones/${milestone.id}/`, {
      due_on: dayAfterToday(3 + 9 * days),
    });
  const { id: invited, reset_token } = await inviteCustomer(freelancer, 'yeni.müşteri');
  const peopleAddress = `/api/users/${invited}/people/`;
  const colleague = await freelancer.expectCall<Person>(201, 'POST', peopleAddress, {
    username: 'aylin.demir',
  });
  await registerCustomer(product, colleague.reset_token);
  const mailed = { username: 'mert', email: 'mert@example.com' };
  await freelancer.expectCall(201, 'POST', peopleAddress, mailed);

  const newcomer = await registerFreelancer(product, 'newcomer');
  const full = await registerFreelancer(product, 'full');
  const client: Customer = await inviteCustomer(full, 'waiting');
  const waiting = await registerCustomer(product, client.reset_token);
  const [fullProject, wideProject] = await addProjects(full, [LONGEST_NAME, WIDE_NAME, 'Third']);
  for (let order = 1; order <= 50; order += 1) {
    const name = order === 1 ? LONGEST_NAME : `Step ${order}`;
    // Some are overdue, some are due later.
    const due_on = order > 14 && order < 26 ? dayAfterToday(3 * (order - 22)) : null;
    const milestone = { name, project: fullProject?.id, completed: order < 20, order, due_on };
    await full.expectCall(201, 'POST', '/api/milestones/', milestone);
  }

  const version = { version_number: '1.0', project: fullProject?.id };
  await full.expectCall(201, 'POST', '/api/versions/', version);
  const wideVersion = await full.expectCall<{ id: number }>(201, 'POST', '/api/versions/', {
    version_number: '1.0',
    project: wideProject?.id,
  });
  await uploadFile(full, wideVersion.id, `${WIDE_NAME}.txt`, Buffer.alloc(20_000, 'Vitrin '));

  const { results: plans } = await newcomer.expectCall<{ results: Plan[] }>(
    200,
    'GET',
    '/api/subscription_plans/',
  );
  const plan = plans.find(({ name }) => name === 'Professional')?.id ?? 0;
  const checkout = async (payer: ApiSession, outcome?: 'success' | 'failure') => {
    const order = { subscription_plan: plan };
    const { token } = await payer.expectCall<{ token: string }>(
      200,
      'POST',
      '/api/checkout/checkout/',
      order,
    );
    if (outcome) await payer.expectCall(200, 'POST', '/api/checkout/sandbox/', { token, outcome });
    return token;
  };

  await full.expectCall(200, 'POST', '/_allauth/browser/v1/auth/password/request', {
    email: 'full@example.com',
  });
  const { link } = await waitForMail(product.dataDir, 'full@example.com', '/password-reset');

  keepBoards(product, 'full');
  const { studio, newStudio, ...boards } = await prepareBoards(product);
  const payer = await registerFreelancer(product, 'payer');
  return {
    sessions: { freelancer, customer, newcomer, waiting, full, payer, studio, newStudio },
    boards,
    project: newest.id,
    picture: files.find(({ is_image }) => is_image)?.id ?? 0,
    fullProject: fullProject?.id ?? 0,
    plan,
    payments: {
      failed: await checkout(newcomer, 'failure'),
      open: await checkout(newcomer),
      paid: await checkout(payer, 'success'),
    },
    invitation: reset_token ?? '',
    resetToken: link.searchParams.get('token') ?? '',
  };
}

/** Returns the date (YYYY-MM-DD) that is `days` days from today in UTC. */
function dayAfterToday(days: number): string {
  return new Date(Date.now() + days * 24 * 3600 * 1000).toISOString().slice(0, 10);
}

async function logIn(url: string, username: string): Promise<ApiSession> {
  const session = openApiSession(url);
  const payload = { username, password: DEMO_PASSWORD };
  await session.expectCall(200, 'POST', '/_allauth/browser/v1/auth/login', payload);
  return session;
}
