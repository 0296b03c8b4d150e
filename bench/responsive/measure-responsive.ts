import path from 'node:path';
import { uploadFile } from '../../scripts/demo/seed.ts';
import { PASSWORD, registerFreelancer } from '../../test-kit/accounts.ts';
import { type ApiSession, openApiSession } from '../../test-kit/api-session.ts';
import { startProduct } from '../../test-kit/product.ts';
import { isWanted, quick, report } from '../compare.ts';
import { median } from '../load.ts';
import { ENV } from '../requests.ts';
import { createClient, type Measured } from './delay-client.ts';
import { hostileRequests, type OpenApi, type Place } from './hostile-requests.ts';

export const RESPONSIVE = 'responsive: /healthz beside one hostile request';

/** The longest that others may wait for one request. */
export const LONGEST_MS = 250;
/** Requests slower than this are measured five times. */
const SUSPICIOUS_MS = 60;
const TIMES = 5;
/** With `--quick` only every STEPth request is sent. */
const STEP = quick ? 7 : 1;
const WORST_SHOWN = 12;

/** Sends every hostile request, one after the other, and times /healthz all the while. */
export async function measureResponsive(folder: string): Promise<void> {
  if (!isWanted(RESPONSIVE)) return;
  const product = await startProduct({ dataDir: path.join(folder, 'responsive'), env: ENV });
  const session = await registerFreelancer(product, 'bench');
  const place = await makePlace(session);
  const openApi = await session.expectCall<OpenApi>(200, 'GET', '/api/openapi.json');
  const client = createClient(product);
  const results: Measured[] = [];
  let count = 0;
  for (const request of hostileRequests(openApi, place)) {
    count += 1;
    if (count % STEP !== 0) continue;
    const first = await client.measure(request, session);
    if (first.status === 401) await logIn(session);
    if (first.delayMs < SUSPICIOUS_MS) {
      results.push(first);
      continue;
    }
    const delays: number[] = [];
    for (let time = 0; time < TIMES; time += 1) delays.push((await client.measure(request, session)).delayMs);
    results.push({ ...first, delayMs: median(delays) });
  }
  client.close();
  await product.stop();
  printWorst(results);
}

function printWorst(results: Measured[]): void {
  const worst = results.toSorted((a, b) => b.delayMs - a.delayMs).slice(0, WORST_SHOWN);
  for (const { what, delayMs, status } of worst)
    console.error(`${delayMs.toFixed(0)} ms  ${status}  ${what}`);
  const [first] = worst;
  if (!first) throw new Error('no request was sent');
  const tooSlow = results.filter((result) => result.delayMs > LONGEST_MS).length;
  report({
    what: RESPONSIVE,
    figures: {
      worst: `${first.delayMs.toFixed(0)} ms (${first.what})`,
      requests: String(results.length),
      [`above ${LONGEST_MS} ms`]: String(tooSlow),
    },
    note: `must <= ${LONGEST_MS} ms, median of ${TIMES}`,
  });
}

/** One of each kind of thing, so that requests get past the check for existence. */
async function makePlace(session: ApiSession): Promise<Place> {
  const project = await session.expectCall<{ id: number }>(201, 'POST', '/api/projects/', {
    name: 'Campaign',
  });
  const belongsTo = { project: project.id };
  const milestone = await session.expectCall<{ id: number }>(201, 'POST', '/api/milestones/', {
    name: 'Drafts',
    ...belongsTo,
  });
  const version = await session.expectCall<{ id: number }>(201, 'POST', '/api/versions/', {
    version_number: '1',
    ...belongsTo,
  });
  const file = await uploadFile(session, version.id, 'notes.txt', Buffer.from('notes'));
  return {
    id: { projects: project.id, milestones: milestone.id, versions: version.id, files: file.id },
    values: {
      name: 'Campaign',
      version_number: '1',
      project: project.id,
      username: 'somebody',
      email: 'somebody@example.com',
      password: PASSWORD,
      password_confirm: PASSWORD,
      reset_token: 'r.1.1.1.x',
      key: '1.1.x',
      current_password: PASSWORD,
    },
  };
}

async function logIn(session: ApiSession): Promise<void> {
  const guest = openApiSession(session.origin);
  const payload = { username: 'bench', password: PASSWORD };
  await guest.expectCall(200, 'POST', '/_allauth/browser/v1/auth/login', payload);
  for (const [name, value] of guest.cookies) session.cookies.set(name, value);
}
