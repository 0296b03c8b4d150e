import { setTimeout as pause } from 'node:timers/promises';
import type { ProjectFile } from '@vitrin/shared/contract/files.ts';
import { DATA_ELEMENT_ID } from '@vitrin/shared/rules/rendered-pages.ts';
import { inviteCustomer, registerCustomer, registerFreelancer } from '../../test-kit/accounts.ts';
import type { ApiSession } from '../../test-kit/api-session.ts';
import type { Product } from '../../test-kit/product.ts';
import { LANDING_PROJECTS } from '../../test-kit/story/landing-story.ts';
import { createProject } from '../../test-kit/story/seed.ts';

const TRIES = 120;
const PAUSE_MILLISECONDS = 500;

export type SampleClient = {
  session: ApiSession;
  freelancer: ApiSession;
  /** Address of the project's page. */
  address: string;
};

/**
 * A client with the project from the landing page's pictures, with thumbnails and the rendered page ready.
 */
export async function prepareClient(product: Product): Promise<SampleClient> {
  const freelancer = await registerFreelancer(product, 'elif.arslan');
  const sample = LANDING_PROJECTS.en;
  const { id, reset_token } = await inviteCustomer(freelancer, sample.customer);
  const session = await registerCustomer(product, reset_token);
  const newest = await createProject(freelancer, id, sample);
  if (!newest) throw new Error('The sample project has no version');
  await until('the pictures have no thumbnails', async () => {
    const address = `/api/files/?version=${newest.id}`;
    const { results } = await session.expectCall<{ results: ProjectFile[] }>(200, 'GET', address);
    return results.every(({ thumbnail, is_image }) => !is_image || thumbnail !== null);
  });
  const address = `/projects/${newest.project}`;
  await until('the page is not rendered', async () => {
    const { body } = await session.call('GET', address);
    return Buffer.isBuffer(body) && body.includes(DATA_ELEMENT_ID);
  });
  return { session, freelancer, address };
}

/** The cookies of a session, as the header of a request. */
export function cookieHeader({ cookies }: ApiSession): string {
  return Array.from(cookies, ([name, value]) => `${name}=${value}`).join('; ');
}

async function until(otherwise: string, isSo: () => Promise<boolean>): Promise<void> {
  for (let tries = 0; tries < TRIES; tries += 1) {
    if (await isSo()) return;
    await pause(PAUSE_MILLISECONDS);
  }
  throw new Error(`After a minute ${otherwise}`);
}
