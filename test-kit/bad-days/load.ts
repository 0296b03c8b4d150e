import { createHash, randomBytes } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { ProjectFile } from '@vitrin/shared/contract/files.ts';
import type { Milestone } from '@vitrin/shared/contract/milestones.ts';
import type { ApiAnswer, ApiSession } from '../api-session.ts';

/** Below the limit of writes, so that 429 is a wrong answer. */
const BETWEEN_STEPS_MILLISECONDS = 150;

/** Steps that each person takes while a process is away, and again after it is back. */
const STEPS = 6;
const STANDSTILL_MILLISECONDS = 60_000;

/** Statuses by which a proxy says that a request may or may not have been executed. */
const BROKEN = new Set([502, 504]);

type Load = {
  /** Number of successful steps so far. */
  steps: () => number;
  /** Number of requests broken by a kill, which were then checked or repeated. */
  broken: () => number;
  /** The first wrong answer, which ended the work. */
  failure: () => Error | undefined;
  /** Ends it, and reads everything once more. Rejects with the first wrong answer. */
  stop: () => Promise<void>;
};

type Target = { project: number; version: number };

/**
 * Load of one person, step after step: writes a milestone, reads the list, uploads a file, fetches a range of
 * one. Every acknowledged write must be in each list read later, and every byte must match. A request on a
 * broken connection may or may not have been executed.
 */
export function putUnderLoad(session: ApiSession, { project, version }: Target): Load {
  const milestones = new Set<number>();
  const files: { id: number; bytes: Buffer<ArrayBuffer> }[] = [];
  let steps = 0;
  let broken = 0;
  const stopping = new AbortController();
  let failure: Error | undefined;

  /** The answer, or undefined when the connection broke. */
  async function tried(...call: Parameters<ApiSession['call']>): Promise<ApiAnswer | undefined> {
    const answer = await session.call(...call).catch(() => undefined);
    if (answer && !BROKEN.has(answer.status)) return answer;
    broken += 1;
    return undefined;
  }

  async function read(path: string, headers: Record<string, string> = {}): Promise<ApiAnswer> {
    for (;;) {
      const answer = await tried('GET', path, undefined, headers);
      if (answer) return answer;
      await pause(BETWEEN_STEPS_MILLISECONDS);
    }
  }

  function right(answer: ApiAnswer, status: number, what: string): unknown {
    if (answer.status === status) return answer.body;
    throw new Error(`${what}: ${answer.status} instead of ${status}: ${JSON.stringify(answer.body)}`);
  }

  async function addMilestone(): Promise<void> {
    const answer = await tried('POST', '/api/milestones/', { project, name: 'Step', description: '' });
    if (answer) milestones.add((right(answer, 201, 'A new milestone') as Milestone).id);
  }

  async function checkMilestones(): Promise<void> {
    const acknowledged = [...milestones];
    const answer = await read(`/api/milestones/?project=${project}`);
    const { results } = right(answer, 200, 'The milestones') as { results: Milestone[] };
    const listed = new Set(results.map(({ id }) => id));
    const lost = acknowledged.filter((id) => !listed.has(id));
    if (lost.length > 0) throw new Error(`Acknowledged milestones are lost: ${lost.join(', ')}`);
    const dense = results.every(({ order }, index) => order === index + 1);
    if (!dense) throw new Error(`The order is not dense: ${results.map(({ order }) => order).join(' ')}`);
  }

  async function addFile(): Promise<void> {
    const bytes = randomBytes(20_000 + Math.floor(Math.random() * 60_000));
    const form = new FormData();
    form.set('version', String(version));
    form.set('file', new Blob([bytes]), `${randomBytes(6).toString('hex')}.bin`);
    const answer = await tried('POST', '/api/files/', form);
    if (answer) files.push({ id: (right(answer, 201, 'An upload') as ProjectFile).id, bytes });
  }

  async function checkRange(): Promise<void> {
    const file = files[Math.floor(Math.random() * files.length)];
    if (!file) return;
    const start = Math.floor(Math.random() * file.bytes.length);
    const end = start + Math.floor(Math.random() * (file.bytes.length - start));
    const answer = await read(`/api/files/${file.id}/content/`, { range: `bytes=${start}-${end}` });
    const body = right(answer, 206, 'A range') as Buffer;
    if (!body.equals(file.bytes.subarray(start, end + 1))) throw new Error('A range has other bytes');
  }

  async function checkFiles(): Promise<void> {
    for (const { id, bytes } of files) {
      const body = right(await read(`/api/files/${id}/content/`), 200, 'A file') as Buffer;
      if (digestOf(body) !== digestOf(bytes)) throw new Error(`File ${id} has other bytes`);
    }
  }

  async function run(): Promise<void> {
    const turns = [addMilestone, checkMilestones, addFile, checkRange];
    while (!stopping.signal.aborted)
      for (const turn of turns) {
        await turn();
        steps += 1;
        await pause(BETWEEN_STEPS_MILLISECONDS);
      }
    await checkMilestones();
    await checkFiles();
  }

  const running = run();
  running.catch((error: unknown) => {
    failure = error instanceof Error ? error : new Error('The work failed', { cause: error });
  });
  return {
    steps: () => steps,
    broken: () => broken,
    failure: () => failure,
    async stop() {
      stopping.abort();
      await running;
    },
  };
}

/** Waits until everybody has taken some steps more; throws when one has got a wrong answer. */
export async function goOn(loads: readonly Load[]): Promise<void> {
  const goals = loads.map((load) => load.steps() + STEPS);
  for (let waited = 0; loads.some((load, at) => load.steps() < (goals[at] ?? 0)); waited += 20) {
    const failure = loads.map((load) => load.failure()).find((one) => one !== undefined);
    if (failure) throw failure;
    if (waited > STANDSTILL_MILLISECONDS) throw new Error('The work stands still');
    await pause(20);
  }
}

function digestOf(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}
