import { randomBytes, hash } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { beginUpload, offsetOf } from '../../test-kit/large/resumable-uploads.ts';
import { digestAt } from '../../test-kit/large/transfers.ts';
import { type ApiSession, openApiSession } from '../../test-kit/api-session.ts';
import { type Container, type Engine, findEngine, startContainer } from './container.ts';
import { deliverSamples, newVersion, signUp } from './deliver-samples.ts';
import { sendPiece, trickle } from './upload-in-pieces.ts';

/**
 * `npm run test:image`: builds the image with podman or docker, runs it with a read-only root, waits until it is
 * healthy, has pictures of sample files drawn, stops it in the middle of an upload and starts it again. `--image
 * NAME` uses an existing image, `--engine NAME` selects the engine.
 */
const MAX_MB = 600;
const STOP_SECONDS = 20;
const PIECE_BYTES = 8 * 1024 * 1024;

const { values } = parseArgs({ options: { engine: { type: 'string' }, image: { type: 'string' } } });
const engine = findEngine(values.engine);
const image = values.image ?? build(engine);
checkSize(engine, image);
const container = await startContainer(engine, image);
try {
  console.log(`healthy after ${(await container.healthy()).toFixed(1)} s`);
  checkRights(container);
  const session = await signUp(container.url, 'owner', container.log);
  const version = await newVersion(session);
  const names = await deliverSamples(session, version);
  console.log(`pictures of ${names.join(', ')} are drawn`);
  await stopInUpload(container, session, version);
} finally {
  container.remove();
}

function build({ name, run }: Engine): string {
  const format = name === 'podman' ? ['--format', 'docker'] : [];
  run('build', ...format, '-t', 'vitrin-test', '-f', 'packaging/Containerfile', '.');
  return 'vitrin-test';
}

function checkSize({ run }: Engine, name: string): void {
  const mb = Number(run('image', 'inspect', '--format', '{{.Size}}', name)) / 1e6;
  check(mb <= MAX_MB, `the image has ${mb.toFixed(0)} MB, of ${MAX_MB} at most`);
}

function checkRights({ exec }: Container): void {
  check(exec('id', '-u').trim() === '10001', 'the server is the user 10001');
  const status = exec('cat', '/proc/1/status');
  check(/^CapEff:\s+0+$/m.test(status) && /^NoNewPrivs:\s+1$/m.test(status), 'it has no capabilities');
}

/**
 * Stops the container during an upload: acknowledged bytes exist after the next start, and the rest can be sent.
 */
async function stopInUpload(to: Container, before: ApiSession, version: number): Promise<void> {
  const bytes = randomBytes(3 * PIECE_BYTES);
  const upload = await beginUpload(before, version, bytes.length);
  await sendPiece(before, upload, 0, bytes.subarray(0, PIECE_BYTES));
  const { cut } = trickle(before, upload, PIECE_BYTES, bytes.subarray(PIECE_BYTES));
  await pause(1000);
  const began = performance.now();
  const code = to.stop();
  const seconds = (performance.now() - began) / 1000;
  await cut;
  check(code === 0 && seconds < STOP_SECONDS, `stopped in ${seconds.toFixed(1)} s with ${code}`);
  to.start();
  await to.healthy();
  const session = openApiSession(to.url, before.cookies);
  const kept = await offsetOf(session, upload);
  check(kept >= PIECE_BYTES, `${kept} bytes of an upload are there, ${PIECE_BYTES} were answered`);
  const id = await sendPiece(session, upload, kept, bytes.subarray(kept));
  const digest = await digestAt(session, `/api/files/${id}/content/`);
  check(digest === hash('sha256', bytes), 'the upload went on and is whole');
}

function check(holds: boolean, what: string): void {
  if (!holds) throw new Error(`Not so: ${what}`);
  console.log(what);
}
