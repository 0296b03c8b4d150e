import { parseArgs } from 'node:util';
import { startPostgres } from '../../test-kit/postgres-cluster.ts';
import { servePeople } from '../../test-kit/bad-days/people.ts';
import { restartRepeatedly } from '../../test-kit/bad-days/restarts.ts';
import { besideSlowConnections } from '../../test-kit/bad-days/slow-connections.ts';
import { stopMidTransfer } from '../../test-kit/bad-days/stop-mid-transfer.ts';
import { cutExt4 } from './ext4.ts';
import { killEverywhere } from './kills.ts';
import { cutWebZips } from './web-zips.ts';

const USAGE = `npm run test:kills -- [KILLS] [--only PART]...

Bad days in their long form; each part fails where an answer was wrong or something that was answered is missing.

  kills      SIGKILLs at random points, KILLS (200) for each pair of database and file store. --without-kill leaves
             the kills out, to see that this fails; --early-answers counts a write as answered when it is sent
  ext4       cuts the power of an ext4 on a loop device under SQLite and disk, KILLS (200) times; needs root.
             --without-syncs takes the syncs of the server out, to see that this fails; --early-answers as above
  restarts   20 times SIGTERM and a start (--times) under a light load, on SQLite and on PostgreSQL
  stop       SIGTERM in the middle of an upload and a download of 1 GB (--gigabytes)
  slow       500 connections (--connections) a byte a second, or without reading, until the limits end them
  people     64 people (--people) at work for 10 minutes (--minutes)
  web-zips   cuts the zip of 2,000 pictures in the web size at KILLS (200) bytes, on two instances

Without --only all parts run, one after the other.`;

const PARTS = { kills, ext4, restarts, stop, slow, people, 'web-zips': webZips };
type Part = keyof typeof PARTS;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    only: { type: 'string', multiple: true },
    help: { type: 'boolean', default: false },
    'without-kill': { type: 'boolean', default: false },
    'early-answers': { type: 'boolean', default: false },
    'without-syncs': { type: 'boolean', default: false },
    times: { type: 'string', default: '20' },
    gigabytes: { type: 'string', default: '1' },
    connections: { type: 'string', default: '500' },
    people: { type: 'string', default: '64' },
    minutes: { type: 'string', default: '10' },
  },
});

function isPart(name: string): name is Part {
  return name in PARTS;
}

if (values.help) {
  console.log(USAGE);
} else {
  // Each start adds a listener for the end of this process.
  process.setMaxListeners(0);
  const chosen = values.only ?? Object.keys(PARTS);
  for (const name of chosen) {
    if (!isPart(name)) throw new Error(`There is no part '${name}'.\n${USAGE}`);
    await PARTS[name]();
  }
}

function kills(): Promise<void> {
  return killEverywhere(killing());
}

function ext4(): Promise<void> {
  return cutExt4({ ...killing(), withoutSyncs: values['without-syncs'] });
}

function killing() {
  return {
    kills: Number(positionals[0] ?? 200),
    withoutKill: values['without-kill'],
    earlyAnswers: values['early-answers'],
  };
}

async function restarts(): Promise<void> {
  const cluster = await startPostgres({ durable: true });
  const databases = { SQLite: {}, PostgreSQL: { DATABASE_URL: cluster.url, SECRET_KEY: 'k'.repeat(64) } };
  try {
    for (const [database, env] of Object.entries(databases)) {
      const starts = await restartRepeatedly(Number(values.times), env);
      const third = Math.ceil(starts.length / 3);
      const [first, last] = [starts.slice(0, third), starts.slice(-third)].map((some) => ({
        milliseconds: median(some.map(({ milliseconds }) => milliseconds)),
        residentMb: median(some.map(({ residentMb }) => residentMb)),
      }));
      if (!first || !last) throw new Error('There was no start');
      console.log(
        `${database}: ${starts.length} restarts, nothing lost; until well ${inWords(first)} in the first third, ` +
          `${inWords(last)} in the last`,
      );
      if (last.milliseconds > 1.5 * first.milliseconds) throw new Error('Starts take longer and longer');
      if (last.residentMb > first.residentMb + 32) throw new Error('Memory grows from start to start');
    }
  } finally {
    await cluster.stop();
  }
}

async function stop(): Promise<void> {
  const { stopMilliseconds, upload, downloaded } = await stopMidTransfer(
    Number(values.gigabytes) * 1024 ** 3,
    {
      MAX_UPLOAD_MB: '100000',
    },
  );
  if (stopMilliseconds > 15_000) throw new Error(`The stop took ${Math.round(stopMilliseconds)} ms`);
  console.log(
    `SIGTERM ended the server after ${Math.round(stopMilliseconds)} ms with 0; of an upload ${inMb(upload.acknowledged)} ` +
      `were answered, ${inMb(upload.sent)} sent and ${inMb(upload.kept)} kept; a download went on at ` +
      `${inMb(downloaded)}; both are whole`,
  );
}

async function slow(): Promise<void> {
  const count = Number(values.connections);
  const beside = await besideSlowConnections(count, { untilEnded: true });
  const ended = Object.entries(beside.endedAfter).map(
    ([kind, after]) => `${kind} after ${after.toFixed(0)} s`,
  );
  console.log(
    `Beside ${count} slow connections a write and a read took ${Math.round(beside.longestMilliseconds)} ms at most; ` +
      `memory ${Math.round(beside.beforeMb)} MB before and ${Math.round(beside.withAllMb)} MB with all; the last ` +
      `were ended: ${ended.join(', ')}`,
  );
  if (beside.withAllMb - beside.beforeMb > 200) throw new Error('Memory grows with slow connections');
}

async function people(): Promise<void> {
  const [count, minutes] = [Number(values.people), Number(values.minutes)];
  const extent = { people: count, rounds: 0, seconds: minutes * 60, pauseMilliseconds: 2000 };
  const served = await servePeople(extent);
  const quarter = Math.ceil(served.residentMb.length / 4);
  const second = median(served.residentMb.slice(quarter, 2 * quarter));
  const last = median(served.residentMb.slice(-quarter));
  console.log(
    `${count} people for ${minutes} min: ${served.rounds} rounds of 3 to 7 calls, all answered as they should be; a ` +
      `round took ${Math.round(served.p99Milliseconds)} ms (p99), ${Math.round(served.longestMilliseconds)} ms at most; ` +
      `memory ${Math.round(second)} MB in the second quarter, ${Math.round(last)} MB in the last`,
  );
  if (last > second * 1.15) throw new Error('Memory grows');
}

function webZips(): Promise<void> {
  return cutWebZips(Number(positionals[0] ?? 200));
}

function median(values: number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
}

function inWords({ milliseconds, residentMb }: { milliseconds: number; residentMb: number }): string {
  return `${Math.round(milliseconds)} ms and ${Math.round(residentMb)} MB`;
}

function inMb(bytes: number): string {
  return `${Math.round(bytes / 1_000_000)} MB`;
}
