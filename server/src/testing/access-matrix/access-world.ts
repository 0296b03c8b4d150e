import { randomBytes } from 'node:crypto';
import type { Browser } from '../browser.ts';
import type { Person } from '../factories.ts';
import type { TestApp } from '../test-app.ts';

/** Kinds of users by their relation to the object. */
export const ASKERS = ['guest', 'own customer', 'other customer', 'other freelancer', 'owner'] as const;
type Asker = (typeof ASKERS)[number];

/** One freelancer's project with one of everything, and people in every relation to it. */
export type World = {
  setup: TestApp;
  owner: Person;
  /** The project is assigned to this customer. */
  customer: Person;
  /** A person of that customer. */
  person: Person;
  /** A customer of the same freelancer without any project. */
  otherCustomer: Person;
  otherFreelancer: Person;
  project: { id: number };
  milestone: { id: number };
  version: { id: number };
  file: { id: number };
  browsers: Record<Asker, Browser>;
};

/** A fresh world for every call, since most calls change it. */
export async function createWorld(setup: TestApp): Promise<World> {
  const owner = await setup.createFreelancer();
  const customer = await setup.createCustomer({ owner });
  const person = await setup.createClientPerson(customer);
  const otherCustomer = await setup.createCustomer({ owner });
  const otherFreelancer = await setup.createFreelancer();
  const project = await setup.createProject({ owner, customer });
  const milestone = await setup.createMilestone({ project });
  const version = await setup.createVersion({ project });
  const file = await createShownFile(setup, version);
  const browsers = {
    guest: setup.createBrowser(),
    'own customer': customer.browser,
    'other customer': otherCustomer.browser,
    'other freelancer': otherFreelancer.browser,
    owner: owner.browser,
  };
  return {
    setup,
    owner,
    customer,
    person,
    otherCustomer,
    otherFreelancer,
    project,
    milestone,
    version,
    file,
    browsers,
  };
}

/** The id of the user; undefined for a guest. */
export function idOf(
  { owner, customer, otherCustomer, otherFreelancer }: World,
  asker: Asker,
): number | undefined {
  const people = {
    guest: undefined,
    'own customer': customer,
    'other customer': otherCustomer,
    'other freelancer': otherFreelancer,
    owner,
  };
  return people[asker]?.id;
}

/** A file with bytes, thumbnails and a preview in the store. */
async function createShownFile(setup: TestApp, version: { id: number }): Promise<{ id: number }> {
  const file = await setup.createFile({ version, media_type: 'image/png' });
  const [small, large, preview] = Array.from({ length: 3 }, () => randomBytes(32).toString('hex'));
  for (const key of [file.storage_key, small ?? '', large ?? '', preview ?? ''])
    await setup.context.storage.write(key, [Buffer.from('x')] as unknown as AsyncIterable<Uint8Array>);
  await setup.db
    .updateTable('files')
    .set({
      crc32: 0x8cdc1683,
      thumbnail_key: small,
      thumbnail_bytes: 1,
      thumbnail_large_key: large,
      thumbnail_large_bytes: 1,
      preview_key: preview,
      preview_bytes: 1,
    })
    .where('id', '=', file.id)
    .execute();
  return { id: file.id };
}

/** Opens a resumable upload of three bytes; returns the id in its address. */
export async function openUpload({ owner, version }: World): Promise<string> {
  const response = await owner.browser.request({
    method: 'POST',
    url: '/api/uploads/',
    headers: uploadHeaders(version),
  });
  return response.headers.location?.split('/').at(-1) ?? '';
}

export function uploadHeaders(version: { id: number }): Record<string, string> {
  const base64 = (text: string) => Buffer.from(text).toString('base64');
  return {
    'tus-resumable': '1.0.0',
    'upload-length': '3',
    'upload-metadata': `filename ${base64('a.bin')},version ${base64(String(version.id))}`,
  };
}

/** The id of a paid plan. */
export async function paidPlan({ db }: TestApp): Promise<number> {
  const { id } = await db
    .selectFrom('plans')
    .select('id')
    .where('code', '=', 'pro')
    .executeTakeFirstOrThrow();
  return id;
}

/** Opens a checkout that is not paid; returns its token. */
export async function openCheckout({ setup, owner }: World): Promise<string> {
  const input = { subscription_plan: await paidPlan(setup) };
  return (await owner.browser.post('/api/checkout/checkout/', input)).json<{ token: string }>().token;
}

/** Makes a payment; returns its id. */
export async function pay(world: World): Promise<number> {
  const token = await openCheckout(world);
  await world.owner.browser.post('/api/checkout/sandbox/', { token, outcome: 'success' });
  await world.owner.browser.post('/api/checkout/verify/', { token });
  const page = await world.owner.browser.get('/api/payments/');
  return page.json<{ results: { id: number }[] }>().results[0]?.id ?? 0;
}
