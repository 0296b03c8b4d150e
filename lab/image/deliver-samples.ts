import { setTimeout as pause } from 'node:timers/promises';
import type { ProjectFile } from '@vitrin/shared/contract/files.ts';
import type { Project } from '@vitrin/shared/contract/projects.ts';
import type { Version } from '@vitrin/shared/contract/versions.ts';
import { PASSWORD } from '../../test-kit/accounts.ts';
import { type ApiSession, openApiSession } from '../../test-kit/api-session.ts';
import { type SampleName, sampleFile } from '../../test-kit/sample-files/sample-file.ts';
import { uploadFile } from '../../test-kit/upload-file.ts';

/** One sample of each kind that a separate program or package draws. */
const DRAWN: readonly SampleName[] = [
  'upright.jpg',
  'media-plan.pdf',
  'halves.heic',
  'halves.psd',
  'halves.jxl',
  'halves.jp2',
  'halves.tif',
  'picture.avif',
  'film.mp4',
  'film-hevc.mkv',
];
/** Office documents stay downloads in a container. */
const KEPT: readonly SampleName[] = ['letter.docx', 'sources.zip'];

const MAIL_SECONDS = 20;
const DRAWN_SECONDS = 120;

/** Signs a freelancer up; `mailed` returns all mails so far, or the log of them. */
export async function signUp(url: string, username: string, mailed: () => string): Promise<ApiSession> {
  const session = openApiSession(url);
  const email = `${username}@example.com`;
  const auth = '/_allauth/browser/v1/auth';
  await session.expectCall(401, 'POST', `${auth}/signup`, { username, email, password: PASSWORD });
  await session.expectCall(200, 'POST', `${auth}/email/verify`, { key: await mailedKey(mailed) });
  return session;
}

async function mailedKey(mailed: () => string): Promise<string> {
  for (let waited = 0; waited < MAIL_SECONDS * 10; waited += 1) {
    const key = /\/verify-email\?key=([\w.:-]+)/.exec(mailed())?.[1];
    if (key) return key;
    await pause(100);
  }
  throw new Error(`No link to /verify-email was mailed within ${MAIL_SECONDS} s.`);
}

/** Creates a project with a version; returns the version's id. */
export async function newVersion(session: ApiSession): Promise<number> {
  const { id: project } = await session.expectCall<Project>(201, 'POST', '/api/projects/', {
    name: 'Summer campaign',
  });
  const version = await session.expectCall<Version>(201, 'POST', '/api/versions/', {
    version_number: '1',
    project,
  });
  return version.id;
}

/** Uploads sample files and fetches the picture of each that has one; throws where one is not drawn. */
export async function deliverSamples(session: ApiSession, version: number): Promise<readonly string[]> {
  for (const name of [...KEPT, ...DRAWN]) await uploadFile(session, version, name, sampleFile(name));
  const files = await drawnFiles(session, version);
  for (const { name, thumbnail } of files) {
    const { status, headers } = await session.call('GET', thumbnail ?? '');
    if (status !== 200 || !headers.get('content-type')?.startsWith('image/'))
      throw new Error(`The picture of ${name} was answered with ${status}.`);
  }
  return DRAWN;
}

async function drawnFiles(session: ApiSession, version: number): Promise<ProjectFile[]> {
  const began = performance.now();
  for (;;) {
    const address = `/api/files/?version=${version}&page_size=100`;
    const { results } = await session.expectCall<{ results: ProjectFile[] }>(200, 'GET', address);
    const drawn = results.filter(({ name, thumbnail }) => isOneOf(DRAWN, name) && thumbnail !== null);
    if (drawn.length === DRAWN.length) return drawn;
    if (performance.now() - began > DRAWN_SECONDS * 1000)
      throw new Error(`Only ${drawn.map(({ name }) => name).join(', ')} are drawn.`);
    await pause(500);
  }
}

function isOneOf(names: readonly string[], name: string): boolean {
  return names.includes(name);
}
