import { randomBytes } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { Milestone } from '@vitrin/shared/contract/milestones.ts';
import { type Delivery, prepareDelivery } from '../delivery.ts';
import { startProduct } from '../product.ts';
import { uploadFile } from '../upload-file.ts';
import { expectNoErrors, residentMb } from './restarts.ts';

const FILE_BYTES = 50_000;
const SAMPLE_MILLISECONDS = 5000;

type Extent = {
  /** Half of them freelancers, the others a client of each. */
  people: number;
  /** Rounds of each person, or, where `seconds` is given, as many as it takes. */
  rounds: number;
  seconds?: number;
  /** Longest pause of a person between two rounds. */
  pauseMilliseconds: number;
};

type Served = { rounds: number; p99Milliseconds: number; longestMilliseconds: number; residentMb: number[] };

/** Runs the load of several people at the same time. Throws if any answer was wrong. */
export async function servePeople(
  { people, rounds, seconds, pauseMilliseconds }: Extent,
  env: Record<string, string> = {},
): Promise<Served> {
  const product = await startProduct({ env: { RATE_LIMITS: 'off', ...env } });
  try {
    const deliveries: Delivery[] = [];
    for (let at = 0; at < people / 2; at += 1) deliveries.push(await prepareDelivery(product, `busy-${at}`));
    const [took, resident]: [number[], number[]] = [[], []];
    const end = seconds === undefined ? undefined : performance.now() + seconds * 1000;
    const goesOn = (round: number) => (end === undefined ? round < rounds : performance.now() < end);
    const each = async (act: (round: number) => Promise<void>) => {
      for (let round = 0; goesOn(round); round += 1) {
        const began = performance.now();
        await act(round);
        took.push(performance.now() - began);
        await pause(Math.random() * pauseMilliseconds);
      }
    };
    const sampling = setInterval(() => resident.push(residentMb(product)), SAMPLE_MILLISECONDS);
    try {
      await Promise.all(
        deliveries.flatMap((delivery) => [
          each((round) => work(delivery, round)),
          each((round) => look(delivery, round)),
        ]),
      );
    } finally {
      clearInterval(sampling);
    }
    expectNoErrors(product);
    const sorted = took.toSorted((a, b) => a - b);
    return {
      rounds: took.length,
      p99Milliseconds: sorted[Math.floor(sorted.length * 0.99)] ?? 0,
      longestMilliseconds: sorted.at(-1) ?? 0,
      residentMb: resident,
    };
  } finally {
    await product.remove();
  }
}

/** Adds a step or ticks one, and now and then uploads a file. */
async function work({ freelancer, project, version }: Delivery, round: number): Promise<void> {
  await freelancer.expectCall(200, 'GET', '/api/projects/');
  if (round % 10 === 0) await uploadFile(freelancer, version, `${round}.bin`, randomBytes(FILE_BYTES));
  if (round % 3 === 0) {
    const step = { project, name: `Step ${round}`, description: '<p>As agreed</p>', completed: false };
    const { id } = await freelancer.expectCall<Milestone>(201, 'POST', '/api/milestones/', step);
    await freelancer.expectCall(200, 'PATCH', `/api/milestones/${id}/`, { completed: true });
    if (round % 6 === 0) await freelancer.expectCall(204, 'DELETE', `/api/milestones/${id}/`);
  }
  await freelancer.expectCall(200, 'GET', `/api/projects/${project}/`);
}

/** Opens the project, reads on, and fetches a file now and then. */
async function look({ customer, project, version }: Delivery, round: number): Promise<void> {
  await customer.expectCall(200, 'GET', '/api/projects/');
  await customer.expectCall(200, 'GET', `/api/projects/${project}/`);
  const files = `/api/files/?version=${version}`;
  const { results } = await customer.expectCall<{ results: { file: string }[] }>(200, 'GET', files);
  const last = results.at(-1);
  if (last && round % 5 === 0) await customer.expectCall(200, 'GET', `${last.file}?download=1`);
  await customer.expectCall(200, 'GET', '/api/changes/');
}
