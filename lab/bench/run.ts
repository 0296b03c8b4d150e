import { copyFileSync, mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { uploadFile } from '../../test-kit/upload-file.ts';
import { PASSWORD, registerFreelancer } from '../../test-kit/accounts.ts';
import { type ApiSession, openApiSession } from '../../test-kit/api-session.ts';
import { type Product, startProduct } from '../../test-kit/product.ts';
import { failWhereMissed, isNarrowed, isWanted, printTable } from './compare.ts';
import { ANALYTICS, measureAnalytics } from './measure-analytics.ts';
import { measureApi, measureLogin } from './measure-api.ts';
import { EVENTS, measureEvents } from './measure-events.ts';
import { measureFiles } from './measure-files.ts';
import { measureGrowth } from './measure-growth.ts';
import { MIXED, measureMixed } from './measure-mixed.ts';
import { measurePages, PAGES, PAGES_AT_ONCE } from './measure-pages.ts';
import { measurePhone, PHONE_ROWS } from './measure-phone.ts';
import { addLongProjects, measureInserts } from './measure-inserts.ts';
import { measurePostgres } from './measure-postgres.ts';
import { measureStart } from './measure-start.ts';
import { measureStreams, STREAMS } from './measure-streams.ts';
import { measureTransfersMemory, TRANSFERS_MEMORY, ZIPS_MEMORY } from './measure-transfers-memory.ts';
import { measureWorkers, WORKERS } from './measure-workers.ts';
import { ENV, randomBytes } from './requests.ts';
import { ARCHIVES, measureArchives } from './responsive/measure-archives.ts';
import { BROKEN_OFF, measureBrokenOff, ONE_WRITE } from './responsive/measure-broken-off.ts';
import { FREE_WRITER, measureFreeWriter } from './responsive/measure-free-writer.ts';
import { LARGE_ANSWERS, measureLargeAnswers } from './responsive/measure-large-answers.ts';
import { LARGE_BODIES, measureLargeBodies } from './responsive/measure-large-bodies.ts';
import { measureResponsive, RESPONSIVE } from './responsive/measure-responsive.ts';
import { UNLIMITED_PLAN, databaseFile, openDatabase, seedEmptyProjects, seedProjects } from './seed.ts';

/**
 * Compares Vitrin with servers that do the least possible for the same answer. All of them run at the same
 * time and are measured in turns, so that a busy moment of the machine affects them alike; the figures are
 * medians over the turns.
 */
const folder = mkdtempSync(path.join(os.tmpdir(), 'vitrin-bench-'));
try {
  await main();
  failWhereMissed();
} finally {
  rmSync(folder, { recursive: true, force: true });
}

async function main() {
  // Uses servers of its own and nothing of what follows.
  await measureResponsive(folder);
  await measureBrokenOff(folder);
  await measureArchives(folder);
  await measureLargeAnswers(folder);
  await measureFreeWriter(folder);
  await measureLargeBodies(folder);
  await measureTransfersMemory(folder);
  await measureStreams(folder);
  await measureEvents(folder);
  await measureAnalytics(folder);
  await measurePages(folder);
  await measurePhone(folder);
  await measureWorkers(folder);
  await measureMixed(folder);
  const own = [
    RESPONSIVE,
    BROKEN_OFF,
    ONE_WRITE,
    ...ARCHIVES,
    LARGE_ANSWERS,
    FREE_WRITER,
    LARGE_BODIES,
    TRANSFERS_MEMORY,
    ZIPS_MEMORY,
    STREAMS,
    EVENTS,
    ...ANALYTICS,
    PAGES,
    PAGES_AT_ONCE,
    ...PHONE_ROWS,
    WORKERS,
    MIXED,
  ];
  if (isNarrowed && isWanted(...own)) return printTable();
  const dataDir = path.join(folder, 'data');
  let product = await startProduct({ dataDir, env: ENV });
  await registerFreelancer(product, 'bench');
  await product.stop();
  const plans = openDatabase(dataDir);
  plans.exec(UNLIMITED_PLAN);
  plans.close();

  product = await startProduct({ dataDir, env: ENV });
  let session = await logIn(product);
  const empty = await seedEmptyProjects(session);
  const { projectId, scratch } = await seedProjects(session);
  const small = await uploadFile(session, scratch.versionId, 'small.bin', randomBytes(20 * 1024));
  const large = await uploadFile(session, scratch.versionId, 'large.bin', randomBytes(100_000_000));
  await product.stop();

  const long = addLongProjects(dataDir, 'bench');
  const copy = path.join(folder, 'minimal.sqlite');
  copyFileSync(databaseFile(dataDir), copy);
  product = await startProduct({ dataDir, env: ENV });
  session = await logIn(product, session);
  await measureApi(folder, product, session, { projectId, empty }, copy);
  await measureInserts(product, session, long);
  await measureLogin(product);
  // An account keeps its newest sessions only.
  session = await logIn(product);
  await measureFiles(folder, product, session, scratch.versionId, small.file, large.file);
  await product.stop();
  await measureGrowth(folder, dataDir, session, projectId);
  await measurePostgres(folder);
  await measureStart(folder, dataDir);
  printTable();
}

/** A new session, or the one from before a restart. */
async function logIn(product: Product, before?: ApiSession): Promise<ApiSession> {
  if (before) return openApiSession(product.url, before.cookies);
  const session = openApiSession(product.url);
  const payload = { username: 'bench', password: PASSWORD };
  await session.expectCall(200, 'POST', '/_allauth/browser/v1/auth/login', payload);
  return session;
}
