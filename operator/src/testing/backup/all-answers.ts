import type { Milestone } from '@vitrin/shared/contract/milestones.ts';
import type { Project } from '@vitrin/shared/contract/projects.ts';
import type { Version } from '@vitrin/shared/contract/versions.ts';
import type { ProjectFile } from '@vitrin/shared/contract/files.ts';
import sharp from 'sharp';
import { inviteCustomer, registerCustomer, registerFreelancer } from '../../../../test-kit/accounts.ts';
import { type ApiSession, openApiSession } from '../../../../test-kit/api-session.ts';
import type { Product } from '../../../../test-kit/product.ts';

/** Two people with one of most things, and what stands in the addresses of the API for their parameters. */
type Work = {
  freelancer: ApiSession;
  customer: ApiSession;
  ids: Record<string, number | string>;
  /** When copies of the project are taken. */
  taken: string;
};

export async function doWork(product: Product): Promise<Work> {
  const freelancer = await registerFreelancer(product, 'ada');
  const invited = await inviteCustomer(freelancer, 'bosphorus');
  const customer = await registerCustomer(product, invited.reset_token);
  const work = { name: 'Brand', description: '<p>Colours</p>', customer_id: invited.id };
  const project = await freelancer.expectCall<Project>(201, 'POST', '/api/projects/', work);
  const step = { name: 'Sketch', description: '', completed: true, project: project.id };
  await freelancer.expectCall<Milestone>(201, 'POST', '/api/milestones/', step);
  const round = { project: project.id, version_number: '1.0', description: '' };
  const version = await freelancer.expectCall<Version>(201, 'POST', '/api/versions/', round);
  const picture = sharp({ create: { width: 800, height: 600, channels: 3, background: '#0f5257' } });
  const form = new FormData();
  form.set('version', String(version.id));
  form.set('file', new Blob([new Uint8Array(await picture.png().toBuffer())]), 'logo.png');
  const file = await freelancer.expectCall<ProjectFile>(201, 'POST', '/api/files/', form);
  return {
    freelancer,
    customer,
    ids: { lang: 'en', project: project.id, version: version.id, file: file.id },
    taken: new Date().toISOString(),
  };
}

export async function thumbnailOf({ freelancer, ids }: Work): Promise<string | null> {
  const url = `/api/files/?version=${ids['version']}`;
  const { results } = await freelancer.expectCall<{ results: ProjectFile[] }>(200, 'GET', url);
  return results[0]?.thumbnail ?? null;
}

type Answer = { status: number; body: unknown };

/** The answer of every GET of the API to both people, by what was asked. */
export async function allAnswers(
  { url }: Product,
  { freelancer, customer, ids, taken }: Work,
): Promise<Record<string, Answer>> {
  const answers: Record<string, Answer> = {};
  for (const [who, { cookies }] of Object.entries({ freelancer, customer })) {
    const session = openApiSession(url, cookies);
    for (const path of await listPaths(session, ids)) {
      // A copy states when it is taken.
      const query = path.endsWith('/offline/') ? `?taken=${taken}` : '';
      const { status, body } = await session.call('GET', `${path}${query}`);
      answers[`${who} ${path}`] = { status, body: comparable(body, url) };
    }
  }
  return answers;
}

/** Bytes as text, and addresses without the port, which the system chooses anew. */
function comparable(body: unknown, url: string): unknown {
  if (Buffer.isBuffer(body)) return body.toString('base64');
  return JSON.parse(
    JSON.stringify(body ?? null)
      .replaceAll(url, 'ORIGIN')
      .replaceAll(encodeURIComponent(new URL(url).host), 'HOST')
      .replaceAll(CHANGES, '"x"'),
  );
}

/** New in each answer: times of the last visit, what is signed for it, and where hints began. */
const CHANGES =
  /(?<="(?:last_seen|last_seen_at|expires_at|reset_token|made_at|ed25519|of|last_event_id|challenge|opened_at|seen_at|last_at)":)"[^"]*"/g;

type Description = { paths: Record<string, Record<string, unknown>> };

async function listPaths(session: ApiSession, ids: Work['ids']): Promise<string[]> {
  const { paths } = await session.expectCall<Description>(200, 'GET', '/api/openapi.json');
  return Object.entries(paths)
    .filter(([, calls]) => 'get' in calls)
    .map(([path]) => filled(path, ids))
    .toSorted();
}

function filled(path: string, ids: Work['ids']): string {
  return path.replaceAll(/(\w+?)s?\/\{(\w+)\}/g, (_, noun: string, name: string) => {
    const plural = path.includes(`${noun}s/{`) ? `${noun}s` : noun;
    return `${plural}/${ids[noun] ?? ids[name] ?? 1}`;
  });
}
