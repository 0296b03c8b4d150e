#!/usr/bin/env node
// Delivers files to a project of a Vitrin installation. Needs Node 18 or later and nothing else.
import { createHash, randomUUID } from 'node:crypto';
import { createReadStream, type ReadStream, readFileSync, statSync } from 'node:fs';
import http from 'node:http';
import https from 'node:https';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';

const VERSION = '1.0.0';
const USAGE = `vitrin.mjs ${VERSION}

  node vitrin.mjs deliver PROJECT --version 2.0 FILES... [--draft] [--tell] [--url URL] [--json]
  node vitrin.mjs version

  PROJECT   id of the project, the number in its address
  --draft   the client does not see the version yet
  --tell    mails the client at once
  --url     address of the installation; else VITRIN_URL
  --json    prints what was delivered as JSON

The token comes from VITRIN_TOKEN, or from the file that VITRIN_TOKEN_FILE names (else ~/.config/vitrin/token), which
only its owner may read (chmod 600). VITRIN_TRIES says how often it tries again in a row (8). Asked again after it was interrupted, the same command goes on where it was.

Exit codes: 0 delivered, 1 refused, 2 wrong call, 75 no connection, try again later.`;

const EXIT = { refused: 1, usage: 2, later: 75 };
/** Consecutive attempts without progress, with increasing waits: some two minutes in all. */
const MOST_TRIES = Number(process.env['VITRIN_TRIES'] ?? 8);
const LONGEST_WAIT_MS = 30_000;
const IDLE_MS = 60_000;
const PATIENT = new Set([408, 423, 425, 429, 500, 502, 503, 504, 507]);

type Server = { url: string; token: string; client: Pick<typeof http, 'request'> };
type GivenFile = { path: string; name: string; size: number; modifiedAt: string };
type Version = {
  id: number;
  version_number: string;
  ready_at: string | null;
  files: { id: number; name: string; size: number }[];
};
type Delivery = {
  project: number;
  number: string;
  files: GivenFile[];
  draft: boolean;
  tell: boolean;
  json: boolean;
};
type Answer = { status: number; headers: http.IncomingHttpHeaders; body: string };
type Call = {
  headers?: Record<string, string>;
  body?: string | ReadStream | undefined;
  onBytes?: (bytes: number) => void;
};

/** A refusal or a wrong call, with the exit code of the command. */
class Failure extends Error {
  readonly code: number;
  /** Status of the server's answer; undefined where no request was made. */
  readonly status: number | undefined;

  constructor(message: string, code: number, status?: number) {
    super(message);
    this.code = code;
    this.status = status;
  }
}

/** A call that may succeed later: the connection broke, or the server asks to wait. */
class Later extends Error {
  readonly seconds: number | undefined;

  constructor(message: string, seconds?: number) {
    super(message);
    this.seconds = seconds;
  }
}

try {
  await main();
} catch (error) {
  if (!(error instanceof Failure) && !(error instanceof Later)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exitCode = error instanceof Later ? EXIT.later : error.code;
}

async function main(): Promise<void> {
  const { values, positionals } = readArguments();
  const [command, project, ...files] = positionals;
  if (command === 'version') return print(VERSION);
  if (command === undefined || values.help) return print(USAGE);
  if (command !== 'deliver') throw new Failure(`${command} is unknown.\n\n${USAGE}`, EXIT.usage);
  if (!/^[1-9]\d*$/.test(project ?? '')) throw new Failure(`PROJECT is a number.\n\n${USAGE}`, EXIT.usage);
  if (values.version === undefined) throw new Failure('--version is missing.', EXIT.usage);
  if (files.length === 0) throw new Failure('No file is named.', EXIT.usage);
  if (values.draft && values.tell)
    throw new Failure('A draft sends no notice; leave out --tell.', EXIT.usage);
  const server = serverOf(values.url ?? process.env['VITRIN_URL'], readToken());
  await deliver(server, {
    project: Number(project),
    number: values.version,
    files: files.map(fileOf),
    ...values,
  });
}

function readArguments() {
  try {
    return parseArgs({
      allowPositionals: true,
      options: {
        version: { type: 'string' },
        draft: { type: 'boolean', default: false },
        tell: { type: 'boolean', default: false },
        json: { type: 'boolean', default: false },
        url: { type: 'string' },
        help: { type: 'boolean', default: false },
      },
    });
  } catch (error) {
    throw new Failure(`${messageOf(error)}\n\n${USAGE}`, EXIT.usage);
  }
}

function readToken(): string {
  const given = process.env['VITRIN_TOKEN']?.trim();
  if (given) return given;
  const file = process.env['VITRIN_TOKEN_FILE'] ?? path.join(os.homedir(), '.config', 'vitrin', 'token');
  const found = statSync(file, { throwIfNoEntry: false });
  if (!found) throw new Failure(`There is no token: set VITRIN_TOKEN, or write it to ${file}.`, EXIT.usage);
  if (process.platform !== 'win32' && (found.mode & 0o077) !== 0)
    throw new Failure(`Others may read ${file}: chmod 600 it.`, EXIT.usage);
  return readFileSync(file, 'utf8').trim();
}

function fileOf(file: string): GivenFile {
  const found = statSync(file, { throwIfNoEntry: false });
  if (!found?.isFile()) throw new Failure(`${file} is no file.`, EXIT.usage);
  return { path: file, name: path.basename(file), size: found.size, modifiedAt: found.mtime.toISOString() };
}

/** Finds or creates the version, sends its missing files, and shows it to the client. */
async function deliver(
  server: Server,
  { project, number, files, draft, tell, json }: Delivery,
): Promise<void> {
  const names = files.map(({ name }) => name);
  const twice = names.find((name, index) => names.indexOf(name) !== index);
  if (twice !== undefined) throw new Failure(`${twice} is named twice.`, EXIT.usage);
  const version =
    (await findVersion(server, project, number)) ?? (await createVersion(server, project, number));
  const sent: { id: number; name: string; size: number; sha256: string | undefined }[] = [];
  for (const [index, file] of files.entries()) {
    const same = version.files.find(({ name }) => name === file.name);
    if (same && same.size !== file.size)
      throw new Failure(`Version ${number} has another ${file.name}, of ${same.size} bytes.`, EXIT.refused);
    const id = same?.id ?? (await upload(server, { project, version, file, index, count: files.length }));
    sent.push({ id, name: file.name, size: file.size, sha256: json ? await sha256Of(file.path) : undefined });
  }
  const isShown = version.ready_at !== null;
  if (!draft && !isShown) await send(server, 'PATCH', `/api/versions/${version.id}/`, { ready_at: 'now' });
  const told = tell ? await notifyClient(server, version.id) : undefined;
  if (json)
    return print(
      JSON.stringify({ version: version.id, number, draft: draft && !isShown, files: sent, told }),
    );
  print(
    `Version ${number} is delivered${draft && !isShown ? ' as a draft' : ''}: ${server.url}/projects/${project}`,
  );
  if (told && !told.told) print(`The client was not notified: ${told.detail}`);
}

async function findVersion(server: Server, project: number, number: string): Promise<Version | undefined> {
  const { results } = await send<{ results: Version[] }>(server, 'GET', `/api/versions/?project=${project}`);
  return results.find((version) => version.version_number === number);
}

/** Creates a draft first, so that the client does not see a version before its files are uploaded. */
async function createVersion(server: Server, project: number, number: string): Promise<Version> {
  const input = { project, version_number: number, description: '', ready_at: null };
  return send<Version>(server, 'POST', '/api/versions/', input);
}

async function notifyClient(server: Server, version: number): Promise<{ told: boolean; detail?: string }> {
  try {
    await send(server, 'POST', `/api/versions/${version}/tell/`, {});
    return { told: true };
  } catch (error) {
    if (!(error instanceof Failure) || error.status !== 409) throw error;
    return { told: false, detail: error.message };
  }
}

/** Sends a file by tus, on from where the server has it; gives the id of the file that it became. */
async function upload(
  server: Server,
  job: { project: number; version: Version; file: GivenFile; index: number; count: number },
): Promise<number> {
  const { project, version, file, count } = job;
  const identity = [project, version.id, file.name, file.size, file.modifiedAt];
  const key = createHash('sha256').update(JSON.stringify(identity)).digest('hex');
  let address = await begin(server, version, file, key);
  let reached = -1;
  for (let tries = 0; ; tries += 1) {
    try {
      const head = await ask(server, 'HEAD', address, { headers: { 'tus-resumable': '1.0.0' } });
      if (head.status === 404 || head.status === 410) {
        // The upload that an earlier call began has expired: the same key would name it again.
        address = await begin(server, version, file, `${key}-${randomUUID()}`);
        continue;
      }
      requireSuccess(head);
      if (head.headers['vitrin-file-id']) return finish(file, Number(head.headers['vitrin-file-id']));
      const offset = Number(head.headers['upload-offset']);
      if (offset > reached) [reached, tries] = [offset, 0];
      const answer = await ask(server, 'PATCH', address, {
        headers: {
          'tus-resumable': '1.0.0',
          'upload-offset': String(offset),
          'content-type': 'application/offset+octet-stream',
          'content-length': String(file.size - offset),
        },
        body: createReadStream(file.path, { start: offset }),
        onBytes: (bytes) => showProgress(file, offset + bytes, `${job.index + 1} of ${count}`),
      });
      requireSuccess(answer);
      if (answer.headers['vitrin-file-id']) return finish(file, Number(answer.headers['vitrin-file-id']));
    } catch (error) {
      if (!(error instanceof Later) || tries >= MOST_TRIES) throw error;
      await pause(waitOf(error, tries));
    }
  }
}

async function begin(server: Server, version: Version, file: GivenFile, key: string): Promise<string> {
  const base64 = (text: string) => Buffer.from(text).toString('base64');
  const metadata = `filename ${base64(file.name)},version ${base64(String(version.id))},modified_at ${base64(file.modifiedAt)}`;
  const answer = await patiently(() =>
    ask(server, 'POST', '/api/uploads/', {
      headers: {
        'tus-resumable': '1.0.0',
        'upload-length': String(file.size),
        'upload-metadata': metadata,
        'idempotency-key': key,
      },
    }),
  );
  // The server died between creating the upload and answering: the upload expires by itself.
  if (answer.status === 409) return begin(server, version, file, `${key}-${randomUUID()}`);
  requireSuccess(answer);
  return answer.headers.location ?? '';
}

/** Sends JSON, with retries; resolves to the JSON of the answer. */
async function send<T>(server: Server, method: string, address: string, input?: object): Promise<T> {
  const body = input === undefined ? undefined : JSON.stringify(input);
  const answer = await patiently(async () => {
    const got = await ask(server, method, address, {
      headers: body === undefined ? {} : { 'content-type': 'application/json' },
      body,
    });
    requireSuccess(got);
    return got;
  });
  return JSON.parse(answer.body) as T;
}

async function patiently<T>(call: () => Promise<T>): Promise<T> {
  for (let tries = 0; ; tries += 1) {
    try {
      return await call();
    } catch (error) {
      if (!(error instanceof Later) || tries >= MOST_TRIES) throw error;
      await pause(waitOf(error, tries));
    }
  }
}

function waitOf({ seconds }: Later, tries: number): number {
  return Math.min(LONGEST_WAIT_MS, seconds === undefined ? 500 * 2 ** tries : seconds * 1000);
}

/** Throws Failure for a refusal, with the words of the server, and Later where it asks to wait. */
function requireSuccess({ status, headers, body }: Answer): void {
  if (status < 300) return;
  const words = wordsOf(body) ?? `The server answered ${status}.`;
  if (PATIENT.has(status)) throw new Later(words, Number(headers['retry-after']) || undefined);
  // Another request held the upload, or the server has more bytes than it had reported.
  if (status === 409 && body === '') throw new Later(words);
  throw new Failure(words, EXIT.refused, status);
}

/** The words of a refusal: its sentence, or those of the first field that is wrong. */
function wordsOf(body: string): string | undefined {
  try {
    const { detail, ...fields } = JSON.parse(body) as Record<string, unknown>;
    if (typeof detail === 'string') return detail;
    const [first] = Object.entries(fields);
    return first && `${first[0]}: ${[first[1]].flat().join(' ')}`;
  } catch {
    return undefined;
  }
}

function serverOf(url: string | undefined, token: string): Server {
  if (!url) throw new Failure('Name the installation by --url or VITRIN_URL.', EXIT.usage);
  const { protocol, hostname, origin } = addressOf(url);
  const isLocal = ['localhost', '127.0.0.1', '[::1]'].includes(hostname);
  if (protocol !== 'https:' && !(protocol === 'http:' && isLocal))
    throw new Failure('A token goes over https alone.', EXIT.usage);
  return { url: origin, token, client: protocol === 'https:' ? https : http };
}

function addressOf(url: string): URL {
  try {
    return new URL(url);
  } catch {
    throw new Failure(`${url} is no address.`, EXIT.usage);
  }
}

/** One request; rejects with Later if the connection breaks, or stalls for a minute. */
function ask(
  { url, token, client }: Server,
  method: string,
  address: string,
  { headers = {}, body, onBytes }: Call = {},
): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const request = client.request(new URL(address, url), {
      method,
      headers: { ...headers, authorization: `Bearer ${token}`, 'user-agent': `vitrin.mjs/${VERSION}` },
    });
    const fail = (error: Error & { code?: string }) => {
      request.destroy();
      if (typeof body === 'object') body.destroy();
      reject(new Later(`No connection to ${url}: ${error.message || error.code}`));
    };
    request.setTimeout(IDLE_MS, () => fail(new Error('nothing moves')));
    request.on('error', fail);
    request.on('response', (response) => {
      const parts: Buffer[] = [];
      response.on('data', (part: Buffer) => parts.push(part));
      response.on('error', fail);
      response.on('end', () => {
        if (typeof body === 'object') body.destroy();
        resolve({
          status: response.statusCode ?? 0,
          headers: response.headers,
          body: Buffer.concat(parts).toString('utf8'),
        });
      });
    });
    if (typeof body !== 'object') {
      request.end(body);
      return;
    }
    let bytes = 0;
    body.on('data', (part: string | Buffer) => {
      bytes += part.length;
      onBytes?.(bytes);
    });
    body.on('error', fail);
    body.pipe(request);
  });
}

let shownAt = -Infinity;

/** A bar on a terminal, at most ten times a second; nothing without a terminal. */
function showProgress({ name, size }: GivenFile, bytes: number, which: string): void {
  if (!process.stderr.isTTY || performance.now() - shownAt < 100) return;
  shownAt = performance.now();
  const percent = size === 0 ? 100 : Math.floor((bytes / size) * 100);
  const bar = '#'.repeat(Math.floor(percent / 5)).padEnd(20, '.');
  process.stderr.write(`\r[${bar}] ${String(percent).padStart(3)} %  ${which}  ${name}\u001B[K`);
}

function finish({ name }: GivenFile, id: number): number {
  if (process.stderr.isTTY) process.stderr.write(`\r${name} is there.\u001B[K\n`);
  return id;
}

async function sha256Of(file: string): Promise<string> {
  const hash = createHash('sha256');
  for await (const part of createReadStream(file)) hash.update(part as Buffer);
  return hash.digest('hex');
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

function print(text: string): void {
  process.stdout.write(`${text}\n`);
}
