import { expect, test } from 'vitest';
import { enqueue } from '../../../jobs/enqueue.ts';
import type { Browser } from '../../../testing/browser.ts';
import { uploadTo } from '../../../testing/forms.ts';
import { drawn } from '../../../testing/pictures.ts';
import { sharedTestApp } from '../../../testing/shared-test-app.ts';

const setup = await sharedTestApp({ RATE_LIMITS: 'off' });
const DAY_SECONDS = 24 * 3600;
const NETWORK = 'address 127.0.0.1';

/** Tenant of the job for a picture that this freelancer uploads. */
async function tenantOfUpload(browser: Browser): Promise<string> {
  const project = (await browser.post('/api/projects/', { name: 'Brand' })).json<{ id: number }>();
  const version = await browser.post('/api/versions/', { project: project.id, version_number: '1' });
  await uploadTo(browser, version.json<{ id: number }>().id, await drawn(), 'work.png');
  const jobs = setup.db.selectFrom('jobs').select('tenant').where('kind', '=', 'make-thumbnail');
  const { tenant } = await jobs.orderBy('id', 'desc').executeTakeFirstOrThrow();
  return tenant;
}

async function sweep(): Promise<void> {
  await enqueue(setup.context, 'sweep-expired', {});
  await setup.runJobs();
}

const idOf = async (username: string) =>
  (await setup.db.selectFrom('users').select('id').where('username', '=', username).executeTakeFirstOrThrow())
    .id;

test('new free accounts of one network share its turns, until they are a week old', async () => {
  const [ada, bob] = [await setup.registerAccount('ada'), await setup.registerAccount('bob')];
  expect([await tenantOfUpload(ada.browser), await tenantOfUpload(bob.browser)]).toEqual([NETWORK, NETWORK]);
  setup.advance(6 * DAY_SECONDS);
  await sweep();
  expect(await tenantOfUpload(ada.browser)).toBe(NETWORK);
  setup.advance(DAY_SECONDS);
  await sweep();
  expect([await tenantOfUpload(ada.browser), await tenantOfUpload(bob.browser)]).toEqual([
    `user ${await idOf('ada')}`,
    `user ${await idOf('bob')}`,
  ]);
});

test('a paid account has its own turns', async () => {
  const { browser } = await setup.registerAccount('can');
  const { token } = (await browser.post('/api/checkout/checkout/', { subscription_plan: 2 })).json<{
    token: string;
  }>();
  await browser.post('/api/checkout/sandbox/', { token, outcome: 'success' });
  await browser.post('/api/checkout/verify/', { token });
  setup.advance(3600);
  await sweep();
  expect(await tenantOfUpload(browser)).toBe(`user ${await idOf('can')}`);
});

test('a job enqueued for a guest takes the turns of the network address', async () => {
  await setup
    .createBrowser()
    .post('/api/_allauth/browser/v1/auth/password/request', { email: 'x@example.com' });
  const job = setup.db.selectFrom('jobs').select('tenant').where('kind', '=', 'mail-password-reset');
  expect(await job.executeTakeFirstOrThrow()).toEqual({ tenant: NETWORK });
});
