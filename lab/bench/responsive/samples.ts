import { uploadFile } from '../../../test-kit/upload-file.ts';
import { PASSWORD } from '../../../test-kit/accounts.ts';
import type { ApiSession } from '../../../test-kit/api-session.ts';
import { type Samples, uploadHeaders } from './hostile-requests.ts';

const PAID_PLAN = 2;
const OTHER_PLAN = 3;

/** One of each kind of thing, which the customer may see, so that requests get past the check for existence. */
export async function makeSamples(session: ApiSession): Promise<Samples> {
  const create = (path: string, payload: object) =>
    session.expectCall<{ id: number }>(201, 'POST', path, payload);
  const project = await create('/api/projects/', {
    name: 'Campaign',
    customer_id: await firstOf(session, '/api/users/'),
  });
  const belongsTo = { project: project.id };
  const milestone = await create('/api/milestones/', { name: 'Drafts', ...belongsTo });
  const version = await create('/api/versions/', { version_number: '1', ...belongsTo });
  const file = await uploadFile(session, version.id, 'notes.txt', Buffer.from('notes'));
  const paid = await beginPayment(session);
  await session.expectCall(200, 'POST', '/api/checkout/sandbox/', { token: paid, outcome: 'success' });
  const id = { projects: project.id, milestones: milestone.id, versions: version.id, files: file.id };
  const { headers } = await session.call('POST', '/api/uploads/', undefined, uploadHeaders({ id }));
  return {
    id: {
      ...id,
      uploads: headers.get('location')?.split('/').at(-1) ?? '',
      payments: await firstOf(session, '/api/payments/'),
    },
    values: {
      name: 'Campaign',
      version_number: '1',
      project: project.id,
      version: version.id,
      username: 'somebody',
      email: 'somebody@example.com',
      password: PASSWORD,
      password_confirm: PASSWORD,
      reset_token: 'r.1.1.1.x',
      key: '1.1.x',
      current_password: PASSWORD,
      subscription_plan: OTHER_PLAN,
      token: paid,
      outcome: 'success',
      provider: 'google',
      process: 'login',
      callback_url: '/account/provider/callback',
    },
  };
}

async function beginPayment(session: ApiSession): Promise<string> {
  const order = { subscription_plan: PAID_PLAN };
  const { token } = await session.expectCall<{ token: string }>(
    200,
    'POST',
    '/api/checkout/checkout/',
    order,
  );
  return token;
}

async function firstOf(session: ApiSession, list: string): Promise<number> {
  const { results } = await session.expectCall<{ results: { id: number }[] }>(200, 'GET', list);
  const [first] = results;
  if (!first) throw new Error(`${list} is empty`);
  return first.id;
}
