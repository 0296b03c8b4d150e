import { randomBytes } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import http from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as pause } from 'node:timers/promises';
import type { ProjectFile } from '@vitrin/shared/contract/files.ts';
import type { Project } from '@vitrin/shared/contract/projects.ts';
import type { Version } from '@vitrin/shared/contract/versions.ts';
import { PASSWORD, registerFreelancer } from '../../test-kit/accounts.ts';
import { type ApiAnswer, type ApiSession, openApiSession } from '../../test-kit/api-session.ts';
import { waitForMail } from '../../test-kit/outbox.ts';
import { type Product, startProduct } from '../../test-kit/product.ts';
import { OCTETS, TUS, base64 } from '../../server/src/testing/tus.ts';
import { type History, readHistory } from './history.ts';

const KIB = 1024;
const MIB = 1024 * KIB;
/** Long, because many disks are tried beside other work. */
export const START_MILLISECONDS = 120_000;

/** A resumable upload; `answered` has the answered offsets, each with the event of its answer. */
export type RecordedUpload = {
  url: string;
  bytes: Buffer;
  createdAt: number;
  answered: { at: number; offset: number }[];
};

/** Answers that must survive every cut after event `at`. */
export type RecordedRun = {
  history: History;
  /** Path of DATA_DIR below the recorded root. */
  dataDir: string;
  /** Folders with every mail as it was written. */
  outboxes: string[];
  cookies: Map<string, string>;
  version: { at: number; id: number };
  /** Event of the answer with the session of `cookies`. */
  signedInAt: number;
  /** Files that were uploaded in one form each, by name. */
  files: Map<string, { at: number; bytes: Buffer }>;
  deleted: { at: number; id: number }[];
  projects: { at: number; id: number; name: string }[];
  uploads: RecordedUpload[];
  /** People who signed up and never verified their address. */
  signUps: { at: number; email: string }[];
  remove: () => void;
};

/**
 * Starts a server on an empty disk, does a little of everything that must survive, and kills it. With `largestMib` there
 * are uploads of that size, too, in several pieces.
 */
export async function recordRun(largestMib: number): Promise<RecordedRun> {
  const folder = mkdtempSync(path.join(tmpdir(), 'vitrin-power-'));
  const [root, history] = [path.join(folder, 'disk'), path.join(folder, 'history')];
  const dataDir = path.join(root, 'srv', 'vitrin');
  for (const made of [root, history]) mkdirSync(made);
  const product = await startProduct({
    dataDir,
    env: recorderOf(root, history),
    startWithinMs: START_MILLISECONDS,
  });
  const work = await doALittleOfEverything(product, largestMib * MIB);
  await product.kill();
  const remove = () => rmSync(folder, { recursive: true, force: true });
  const outboxes = [path.join(dataDir, 'outbox')];
  return { ...work, history: readHistory(history, root), dataDir, outboxes, remove };
}

/** Environment of a server that is recorded below `root`. */
export function recorderOf(root: string, history: string) {
  return {
    NODE_OPTIONS: '--import ./test-kit/disk/record-disk.ts',
    VITRIN_TEST_RECORDED: root,
    VITRIN_TEST_HISTORY: history,
    RATE_LIMITS: 'off',
  };
}

async function doALittleOfEverything(product: Product, largest: number) {
  const session = await registerFreelancer(product, 'ada');
  const whoAmI = await session.call('GET', '/_allauth/browser/v1/auth/session');
  const create = async <T>(address: string, body: object) => {
    const answer = await session.call('POST', address, body);
    return { at: eventOf(answer, 201), ...(answer.body as T) };
  };
  const first = await create<Project>('/api/projects/', {
    name: 'First',
    description: '',
    customer_id: null,
  });
  const version = await create<Version>('/api/versions/', {
    version_number: '1',
    description: '',
    project: first.id,
  });

  const files: RecordedRun['files'] = new Map();
  const sendForm = async (name: string, size: number) => {
    const bytes = randomBytes(size);
    const form = new FormData();
    form.set('version', String(version.id));
    form.set('file', new Blob([bytes]), name);
    const answer = await session.call('POST', '/api/files/', form);
    files.set(name, { at: eventOf(answer, 201), bytes });
    return (answer.body as ProjectFile).id;
  };
  await sendForm('first.bin', 200 * KIB);
  const going = await sendForm('going.bin', 3 * KIB);
  await Promise.all([30, 70, 1].map((size) => sendForm(`together-${size}.bin`, size * KIB)));
  files.delete('going.bin');
  const deleted = [{ id: going, at: eventOf(await session.call('DELETE', `/api/files/${going}/`), 204) }];

  const signUps: RecordedRun['signUps'] = [];
  for (const username of ['bob', 'eve']) {
    const signUp = await signUpAs(username, product);
    signUps.push(signUp);
    await waitForMail(product.dataDir, signUp.email, '/verify-email');
  }

  const uploads: RecordedUpload[] = [];
  const begin = async (size: number) => {
    const bytes = randomBytes(size);
    const answer = await session.call('POST', '/api/uploads/', undefined, {
      ...TUS,
      'upload-length': String(size),
      'upload-metadata': `filename ${base64(nameOf({ bytes }))},version ${base64(version.id)}`,
    });
    const upload = {
      url: answer.headers.get('location') ?? '',
      bytes,
      createdAt: eventOf(answer, 201),
      answered: [],
    };
    uploads.push(upload);
    return upload;
  };
  for (const ends of [[1], [100 * KIB, 101 * KIB, 300 * KIB], [80 * KIB]]) {
    const upload = await begin(ends.at(-1) === 80 * KIB ? 90 * KIB : (ends.at(-1) ?? 0));
    for (const end of ends) await sendPiece(session, upload, end);
  }
  if (largest > 0) {
    const whole = await begin(largest);
    for (const part of [0.125, 0.5, 0.75, 1]) await sendPiece(session, whole, largest * part);
    const part = await begin(largest * 0.625);
    await sendPiece(session, part, largest * 0.125);
    await stall(session, part, largest * 0.5, 'break');
  }
  const broken = await begin(400 * KIB);
  await sendPiece(session, broken, 60 * KIB);
  await stall(session, broken, 200 * KIB, 'break');
  const second = await create<Project>('/api/projects/', {
    name: 'Second',
    description: '',
    customer_id: null,
  });
  const hanging = await begin(19 * MIB);
  await stall(session, hanging, 18 * MIB, 'hang');
  await waitForSyncedBytes(product.dataDir, hanging, 16 * MIB);
  const third = await create<Project>('/api/projects/', {
    name: 'Third',
    description: '',
    customer_id: null,
  });
  return {
    cookies: session.cookies,
    version,
    signedInAt: eventOf(whoAmI, 200),
    files,
    deleted,
    projects: [first, second, third],
    uploads,
    signUps,
  };
}

export async function signUpAs(username: string, { url }: Product): Promise<RecordedRun['signUps'][number]> {
  const email = `${username}@example.com`;
  const body = { username, email, password: PASSWORD };
  const answer = await openApiSession(url).call('POST', '/_allauth/browser/v1/auth/signup', body);
  return { email, at: eventOf(answer, 401) };
}

/** Number of the event of an answer. */
function eventOf({ headers, status, body }: ApiAnswer, expected: number): number {
  if (status !== expected) throw new Error(`${status} instead of ${expected}: ${JSON.stringify(body)}`);
  return Number(headers.get('x-recorded'));
}

/** Name of the file that an upload becomes; no two are of one size. */
export function nameOf({ bytes }: Pick<RecordedUpload, 'bytes'>): string {
  return `${bytes.length}.bin`;
}

/** Sends an upload on to offset `end`. */
async function sendPiece(session: ApiSession, upload: RecordedUpload, end: number): Promise<void> {
  const offset = upload.answered.at(-1)?.offset ?? 0;
  const response = await fetch(new URL(upload.url, session.origin), {
    method: 'PATCH',
    headers: headersOf(session, offset),
    body: new Uint8Array(upload.bytes.subarray(offset, end)),
  });
  const { headers, status } = response;
  if (status !== 204) throw new Error(`The piece was answered by ${status}`);
  upload.answered.push({
    at: Number(headers.get('x-recorded')),
    offset: Number(headers.get('upload-offset')),
  });
}

/** Sends a part of a longer piece, up to offset `end`. */
async function stall(session: ApiSession, upload: RecordedUpload, end: number, then: 'break' | 'hang') {
  const offset = upload.answered.at(-1)?.offset ?? 0;
  const length = upload.bytes.length - offset;
  const request = http.request(new URL(upload.url, session.origin), {
    method: 'PATCH',
    headers: { ...headersOf(session, offset), 'content-length': length },
  });
  // Broken here, or by the end of the server.
  request.on('error', () => request.destroy());
  for (let sent = offset; sent < end; sent += MIB)
    await new Promise((resolve) =>
      request.write(upload.bytes.subarray(sent, Math.min(end, sent + MIB)), resolve),
    );
  if (then === 'break') request.destroy();
}

/** Waits until the row of an upload, the only one of its size, records this many synced bytes. */
async function waitForSyncedBytes(dataDir: string, upload: RecordedUpload, bytes: number): Promise<void> {
  const database = new DatabaseSync(path.join(dataDir, 'vitrin.sqlite'), { readOnly: true });
  const row = database.prepare('select synced_bytes as bytes from uploads where size_bytes = ?');
  for (let looks = 0; Number(row.get(upload.bytes.length)?.['bytes']) < bytes; looks += 1) {
    if (looks === 500) throw new Error('The upload was not synced within 10 s');
    await pause(20);
  }
  database.close();
}

function headersOf({ cookies }: ApiSession, offset: number): Record<string, string> {
  return {
    ...OCTETS,
    'upload-offset': String(offset),
    cookie: Array.from(cookies, ([name, value]) => `${name}=${value}`).join('; '),
    'x-csrftoken': cookies.get('csrftoken') ?? '',
  };
}
