import { randomBytes } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { startLimitServer } from './child-server.ts';
import { compare, isWanted, ROUND_MS } from './compare.ts';
import { httpRequest } from './load.ts';

export const EVENTS = 'events: page of 10 projects while 2000 looks a second are recorded, 32 connections';
const PER_SECOND = 2000;

/** Measures how much recording the views of clients slows down concurrent readers. */
export async function measureEvents(folder: string): Promise<void> {
  if (!isWanted(EVENTS)) return;
  const start = async (name: string, perSecond: number) => {
    const dataDir = path.join(folder, name);
    mkdirSync(dataDir);
    const sessionId = randomBytes(32).toString('base64url');
    const server = await startLimitServer('recording', [dataDir, sessionId, String(perSecond)]);
    const headers = [`host: localhost:${server.port}`, `cookie: sessionid=${sessionId}`];
    const request = httpRequest('GET', '/api/projects/?limit=10', headers);
    return { ...server, request: () => request };
  };
  const recording = await start('recording', PER_SECOND);
  const quiet = await start('quiet', 0);
  await compare(EVENTS, 'perSecond', { connections: 32, durationMs: ROUND_MS }, '', [
    { name: 'Vitrin', ...recording },
    { name: 'without looks', ...quiet },
  ]);
  await recording.stop();
  await quiet.stop();
}
