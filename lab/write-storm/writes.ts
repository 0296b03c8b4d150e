import type { Checkout } from '@vitrin/shared/contract/payments/checkout.ts';
import { ENTERPRISE } from '../../server/src/testing/checkout/stripe-app.ts';
import { OCTETS, TUS, base64 } from '../../server/src/testing/tus.ts';
import { postForm } from '../../server/src/testing/forms.ts';
import { AUTH } from '../../server/src/testing/accounts.ts';
import { type Actor, anyCustomer, anyOf, type Belongings, keep, NOT_DONE, takeOut } from './actor.ts';
import { addAddress, removeAddress, replaceMainAddress } from './address-writes.ts';
import { cancelPlan, comeBack, keepPlan, resetPassword, signUp, welcomeCustomer } from './account-writes.ts';
import { passPictureOn, uploadPicture, writeWithPictures } from './picture-writes.ts';
import type { Write } from './write.ts';

const text = ({ random, name }: Actor) => `${name} ${random.below(1000)}`;
const html = (actor: Actor) => `<p>${text(actor).repeat(1 + actor.random.below(20))}</p>`;

function changing(
  kind: keyof Belongings,
  method: 'put' | 'patch',
  payloadOf: (actor: Actor) => object,
): Write {
  return async (actor) => {
    const id = anyOf(actor, kind);
    return id === undefined ? undefined : actor.browser[method](`/api/${kind}/${id}/`, payloadOf(actor));
  };
}

function deleting(kind: keyof Belongings, path: string = kind): Write {
  return async (actor) => {
    const id = takeOut(actor, kind);
    return id === undefined ? undefined : actor.browser.delete(`/api/${path}/${id}/`);
  };
}

const createProject: Write = async (actor) => {
  const input = { name: text(actor), description: html(actor), customer_id: anyCustomer(actor) };
  return keep(actor, 'projects', await actor.browser.post('/api/projects/', input));
};

const createMilestone: Write = async (actor) => {
  const project = anyOf(actor, 'projects');
  if (!project) return undefined;
  const order = actor.random.below(2) ? { order: 1 + actor.random.below(12) } : {};
  const completed = actor.random.below(3) === 0;
  const input = { name: text(actor), description: html(actor), project, completed, ...order };
  return keep(actor, 'milestones', await actor.browser.post('/api/milestones/', input));
};

const createVersion: Write = async (actor) => {
  const project = anyOf(actor, 'projects');
  if (!project) return undefined;
  const input = { version_number: `${actor.random.below(100)}`, description: html(actor), project };
  return keep(actor, 'versions', await actor.browser.post('/api/versions/', input));
};

/** Chooses any file as the cover; a file of another version is refused. */
const chooseCover: Write = async (actor) => {
  const version = anyOf(actor, 'versions');
  const cover = actor.random.below(4) === 0 ? null : anyOf(actor, 'files');
  if (!version || cover === undefined) return undefined;
  return actor.browser.patch(`/api/versions/${version}/`, { cover });
};

const uploadForm: Write = async (actor) => {
  const version = anyOf(actor, 'versions');
  if (!version) return undefined;
  const bytes = Buffer.alloc(1 + actor.random.below(5000), 7);
  return keep(
    actor,
    'files',
    await postForm(actor.browser, ['version', `${version}`], ['file', bytes, 'form.bin']),
  );
};

/** The server cuts the connection when the version of an upload is deleted meanwhile. */
const uploadInPieces: Write = (actor) =>
  sendPieces(actor).catch((error: unknown) => {
    if (error instanceof Error && error.message === 'response destroyed before completion') return NOT_DONE;
    throw error;
  });

/** Uploads in two pieces; one upload of eight is dropped after the first. */
const sendPieces: Write = async (actor) => {
  const version = anyOf(actor, 'versions');
  if (!version) return undefined;
  const { browser, belongings, random } = actor;
  const length = 2 + random.below(5000);
  const created = await browser.post('/api/uploads/', undefined, {
    ...TUS,
    'upload-length': `${length}`,
    'upload-metadata': `filename ${base64('pieces.bin')},version ${base64(version)}`,
  });
  if (created.statusCode !== 201) return created;
  const url = String(created.headers['location']);
  const send = (start: number, end: number) =>
    browser.request({
      method: 'PATCH',
      url,
      payload: Buffer.alloc(end - start, 8),
      headers: { ...OCTETS, 'upload-offset': `${start}` },
    });
  const middle = Math.floor(length / 2);
  const first = await send(0, middle);
  if (first.statusCode !== 204) return first;
  if (random.below(8) === 0) return browser.request({ method: 'DELETE', url, headers: TUS });
  const last = await send(middle, length);
  if (last.statusCode === 204) belongings.files.push(Number(last.headers['vitrin-file-id']));
  return last;
};

const createCustomer: Write = async (actor) => {
  const username = `${actor.name}-${actor.random.below(1_000_000)}`;
  return keep(actor, 'customers', await actor.browser.post('/api/users/', { username }));
};

/** Buys a plan at the test gateway; a quarter is left at the checkout, and a quarter of the payments fails. */
const buyPlan: Write = async ({ browser, random }) => {
  const begun = await browser.post('/api/checkout/checkout/', { subscription_plan: ENTERPRISE });
  if (begun.statusCode !== 200 || random.below(4) === 0) return begun;
  const { token } = begun.json<Checkout>();
  const outcome = random.below(4) === 0 ? 'failure' : 'success';
  const paid = await browser.post('/api/checkout/sandbox/', { token, outcome });
  return paid.statusCode === 200 ? browser.post('/api/checkout/verify/', { token }) : paid;
};

/** Signs in with another browser and ends that session, as the list of devices does. */
const endSession: Write = async ({ browser, signInElsewhere }) => {
  const other = await signInElsewhere();
  const listed = await other.get(`${AUTH}/auth/sessions`);
  if (listed.statusCode !== 200) return listed;
  const { data } = listed.json<{ data: { id: number; is_current: boolean }[] }>();
  const sessions = data.filter(({ is_current }) => is_current).map(({ id }) => id);
  return browser.delete(`${AUTH}/auth/sessions`, { sessions });
};

/** The customer opens something, which is counted in batches. */
const look: Write = async (actor) => {
  const project = anyOf(actor, 'projects');
  if (!project) return undefined;
  const version = anyOf(actor, 'versions');
  if (version && actor.random.below(2)) return actor.customer.browser.get(`/api/files/?version=${version}`);
  return actor.customer.browser.get(`/api/projects/${project}/`);
};

/** `often`: how often among the others. `success`: its status when it worked, if that is not one of 200 to 299. */
type Kind = { often: number; write: Write; success?: number };

/** Every kind of write. */
export const WRITES: Record<string, Kind> = {
  'create a project': { often: 4, write: createProject },
  'save a project': {
    often: 8,
    write: changing('projects', 'put', (actor) => ({
      name: text(actor),
      description: html(actor),
      customer_id: anyCustomer(actor),
    })),
  },
  'put a project on hold': {
    often: 2,
    write: changing('projects', 'patch', ({ random }) => ({ status: random.pick(['on-hold', 'auto']) })),
  },
  'delete a project': { often: 1, write: deleting('projects') },
  'create a milestone': { often: 10, write: createMilestone },
  'move a milestone': {
    often: 8,
    write: changing('milestones', 'patch', ({ random }) => ({ order: 1 + random.below(20) })),
  },
  'tick a milestone': {
    often: 12,
    write: changing('milestones', 'patch', ({ random }) => ({ completed: random.below(2) === 1 })),
  },
  'edit a milestone': {
    often: 4,
    write: changing('milestones', 'patch', (actor) => ({ name: text(actor), description: html(actor) })),
  },
  'delete a milestone': { often: 4, write: deleting('milestones') },
  'create a version': { often: 4, write: createVersion },
  'edit a version': {
    often: 4,
    write: changing('versions', 'patch', (actor) => ({ description: html(actor) })),
  },
  'delete a version': { often: 2, write: deleting('versions') },
  'upload a form': { often: 8, write: uploadForm },
  'upload in pieces': { often: 6, write: uploadInPieces },
  'rename a file': {
    often: 3,
    write: changing('files', 'patch', (actor) => ({ name: text(actor) })),
  },
  'move a file': {
    often: 4,
    write: changing('files', 'patch', ({ random }) => ({ order: 1 + random.below(12) })),
  },
  'choose a cover': { often: 3, write: chooseCover },
  'delete a file': { often: 4, write: deleting('files') },
  'create a customer': { often: 2, write: createCustomer },
  'delete a customer': { often: 3, write: deleting('customers', 'users') },
  'add an address': { often: 2, write: addAddress },
  'replace the main address': { often: 2, write: replaceMainAddress },
  'remove an address': { often: 3, write: removeAddress },
  'buy a plan': { often: 2, write: buyPlan },
  'end a session elsewhere': { often: 2, write: endSession },
  'upload a picture': { often: 3, write: uploadPicture },
  'write with pictures': { often: 6, write: writeWithPictures },
  'pass a picture on': { often: 3, write: passPictureOn },
  // The address has to be verified next.
  'sign up': { often: 2, write: signUp, success: 401 },
  'welcome a customer': { often: 2, write: welcomeCustomer },
  'reset a password': { often: 1, write: resetPassword },
  'come back after hours': { often: 3, write: comeBack },
  'cancel the plan': { often: 2, write: cancelPlan },
  'keep the plan': { often: 2, write: keepPlan },
  'look as a customer': { often: 8, write: look },
};
