import { inTransaction } from '../database/transaction.ts';
import { randomUUID } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { nameKey } from '@vitrin/shared/rules/texts/names.ts';
import { newStorageKey } from '@vitrin/engine/storage/storage.ts';
import { type Context, timestampIn, timestampOf } from '../context.ts';
import type { Database } from '../database/connect.ts';
import { createSession } from '../features/auth/access.ts';
import { recountProject } from '../features/projects/sums.ts';
import { createUser } from '../features/users/service.ts';
import { type CurrentUser, rightsOf } from '../current/current-user.ts';
import { tenantOfUser } from '../tenants/tenant.ts';
import { type Browser, createBrowser } from './browser.ts';

type Setup = { app: FastifyInstance; context: Context; db: Database };

export type Person = CurrentUser & { browser: Browser };

let serial = 0;
const unique = (word: string) => `${word}-${(serial += 1)}-${randomUUID().slice(0, 4)}`;

/** A freelancer with a verified email and the Starter plan, signed in. */
export async function createFreelancer(
  setup: Setup,
  { username = unique('freelancer') } = {},
): Promise<Person> {
  const person = await createPerson(setup, username, 'freelancer', null);
  await addAddress(setup, person);
  return person;
}

/** Puts a freelancer on a plan by its code, for this many days; `free` has no end. */
async function putOnPlan(
  setup: Setup,
  { id }: Pick<Person, 'id'>,
  code: 'free' | 'pro' | 'enterprise',
  days = 30,
): Promise<void> {
  const plan = await setup.db
    .selectFrom('plans')
    .select('id')
    .where('code', '=', code)
    .executeTakeFirstOrThrow();
  const current_period_end = code === 'free' ? null : timestampIn(setup.context, days * 24 * 3600);
  await setup.db
    .updateTable('subscriptions')
    .set({ plan_id: plan.id, current_period_end, cancel_at_period_end: code !== 'free' })
    .where('user_id', '=', id)
    .execute();
}

/** Gives an account a primary address, or an unverified one. */
async function addAddress(
  setup: Setup,
  { id, username }: Pick<Person, 'id' | 'username'>,
  { verified = true, email = `${username}@example.com`.toLowerCase() } = {},
): Promise<string> {
  const now = timestampOf(setup.context);
  const verified_at = verified ? now : null;
  await setup.db
    .insertInto('email_addresses')
    .values({ user_id: id, email, verified, verified_at, is_primary: true, created_at: now })
    .execute();
  return email;
}

/** A customer, signed in; belongs to a new freelancer unless `owner` is given. */
export async function createCustomer(
  setup: Setup,
  { owner, username = unique('customer') }: { owner?: CurrentUser; username?: string } = {},
): Promise<Person> {
  const freelancer = owner ?? (await createFreelancer(setup));
  return createPerson(setup, username, 'customer', freelancer.id);
}

/** A person of a customer, signed in. */
async function createClientPerson(
  setup: Setup,
  customer: Pick<Person, 'id' | 'owner_id'>,
  { username = unique('person') } = {},
): Promise<Person> {
  const person = await createPerson(setup, username, 'customer', customer.owner_id, customer.id);
  await setup.db
    .updateTable('users')
    .set({ last_login_at: timestampOf(setup.context) })
    .where('id', '=', person.id)
    .execute();
  return person;
}

async function createPerson(
  { app, context }: Setup,
  username: string,
  user_type: CurrentUser['user_type'],
  owner_id: number | null,
  client_id?: number,
): Promise<Person> {
  const user = { username, user_type, language: 'en', owner_id } as const;
  const id = await inTransaction(context, (tx) =>
    createUser(tx, { ...user, password_hash: null, ...(client_id !== undefined && { client_id }) }),
  );
  const sessionId = await createTestSession(context, id);
  const browser = createBrowser(app, sessionId);
  const tenant = tenantOfUser({ id, owner_id, network: null });
  return { id, ...user, ...rightsOf(user_type), tenant, browser };
}

/** A session of a user who has signed in just now. */
export function createTestSession(context: Pick<Context, 'db' | 'now'>, userId: number): Promise<string> {
  const methods = [{ method: 'password', at: context.now().getTime() / 1000 }];
  const state = JSON.stringify({ methods });
  return createSession(context, userId, { ip: '127.0.0.1', userAgent: 'test' }, { state });
}

type ProjectRow = { id: number; owner: CurrentUser };

/** A project row; makes its freelancer itself unless `owner` is given. */
export async function createProject(
  setup: Setup,
  {
    owner,
    customer,
    name = unique('Project'),
  }: { owner?: CurrentUser; customer?: CurrentUser; name?: string } = {},
): Promise<ProjectRow> {
  const freelancer = owner ?? (await createFreelancer(setup));
  const now = timestampOf(setup.context);
  const { id } = await setup.db
    .insertInto('projects')
    .values({
      owner_id: freelancer.id,
      customer_id: customer?.id ?? null,
      name,
      name_key: nameKey(name),
      description: '',
      list_description: '',
      status_override: null,
      created_at: now,
      last_updated: now,
      edited_at: now,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return { id, owner: freelancer };
}

/** A milestone row at the end of its project. */
export async function createMilestone(
  setup: Setup,
  {
    project,
    name = unique('Milestone'),
    completed = false,
  }: { project?: { id: number }; name?: string; completed?: boolean } = {},
): Promise<{ id: number; project_id: number }> {
  const { id: project_id } = project ?? (await createProject(setup));
  const now = timestampOf(setup.context);
  const { count } = await setup.db
    .selectFrom('milestones')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('project_id', '=', project_id)
    .executeTakeFirstOrThrow();
  const { id } = await setup.db
    .insertInto('milestones')
    .values({
      project_id,
      name,
      description: '',
      completed,
      position: count + 1,
      created_at: now,
      edited_at: now,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await recountProject(setup.db, project_id, now);
  return { id, project_id };
}

/** A version row without files. */
export async function createVersion(
  setup: Setup,
  {
    project,
    version_number = '1.0',
    ready_at,
  }: { project?: { id: number }; version_number?: string; ready_at?: string | null } = {},
): Promise<{ id: number; project_id: number }> {
  const { id: project_id } = project ?? (await createProject(setup));
  const now = timestampOf(setup.context);
  const { id } = await setup.db
    .insertInto('versions')
    .values({
      project_id,
      version_number,
      description: '',
      created_at: now,
      edited_at: now,
      ...(ready_at !== undefined && { ready_at }),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return { id, project_id };
}

export type Delivery = Awaited<ReturnType<typeof createDelivery>>;

/** A freelancer, their customer, the project that both see, and its first version. */
export async function createDelivery(setup: Setup) {
  const owner = await createFreelancer(setup);
  const customer = await createCustomer(setup, { owner });
  const project = await createProject(setup, { owner, customer });
  return { owner, customer, project, version: await createVersion(setup, { project }) };
}

/** A row of a file without bytes in the store. */
async function createFile(
  setup: Setup,
  {
    version,
    name = unique('file.bin'),
    media_type = 'application/octet-stream',
    size_bytes = 1,
  }: { version?: { id: number }; name?: string; media_type?: string; size_bytes?: number } = {},
): Promise<{ id: number; version_id: number; storage_key: string }> {
  const { id: version_id } = version ?? (await createVersion(setup));
  const storage_key = newStorageKey();
  const { owner_id } = await setup.db
    .selectFrom('versions')
    .innerJoin('projects', 'projects.id', 'versions.project_id')
    .select('projects.owner_id')
    .where('versions.id', '=', version_id)
    .executeTakeFirstOrThrow();
  const { id } = await setup.db
    .insertInto('files')
    .values({
      version_id,
      owner_id,
      name,
      storage_key,
      size_bytes,
      media_type,
      created_at: timestampOf(setup.context),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return { id, version_id, storage_key };
}

async function storageKeyOf({ db }: Setup, fileId: number): Promise<string> {
  const file = db.selectFrom('files').select('storage_key').where('id', '=', fileId);
  return (await file.executeTakeFirstOrThrow()).storage_key;
}

/** Makes the factories of guests, people and their work, for one application. */
export function factoriesOf(setup: Setup) {
  return {
    createBrowser: createBrowser.bind(null, setup.app),
    createFreelancer: createFreelancer.bind(null, setup),
    putOnPlan: putOnPlan.bind(null, setup),
    addAddress: addAddress.bind(null, setup),
    createCustomer: createCustomer.bind(null, setup),
    createClientPerson: createClientPerson.bind(null, setup),
    createProject: createProject.bind(null, setup),
    createMilestone: createMilestone.bind(null, setup),
    createVersion: createVersion.bind(null, setup),
    createDelivery: createDelivery.bind(null, setup),
    createFile: createFile.bind(null, setup),
    storageKeyOf: storageKeyOf.bind(null, setup),
  };
}
