import { availableParallelism } from 'node:os';
import path from 'node:path';
import { defineConfig } from 'vitest/config';
import { releaseTests, testsOnBoth } from './test-kit/large/daily-tests.ts';
import { IS_DAILY } from './test-kit/large/extent.ts';
import { keepTemporaryFilesInMemory } from './test-kit/temporary/in-memory.ts';

keepTemporaryFilesInMemory();

/** Far above what any test takes, so that only one that hangs ends by them, on a busy machine too. */
const unitTests = { testTimeout: 90_000, hookTimeout: 120_000, retry: process.env['CI'] ? 1 : 0 };
/** Files share workers; the next one finds functions and globals as they were. */
const sharedWorkers = {
  ...unitTests,
  isolate: false,
  restoreMocks: true,
  unstubGlobals: true,
  unstubEnvs: true,
};
/** Files of tests share workers, because loading the server takes longer than most of them. */
const serverTests = {
  ...unitTests,
  isolate: false,
  setupFiles: ['cheap-hashes', 'leave-as-found', 'show-errors'].map(
    (name) => `server/src/testing/set-up/${name}.ts`,
  ),
};

/** Commands and drills that tests start as processes find what an earlier one has compiled, as those of npm start do. */
const processes = { NODE_COMPILE_CACHE: path.join(import.meta.dirname, 'node_modules/.cache/vitrin') };

/** Tests that start whole servers on a DATA_DIR of their own, or touch no database: once is enough. */
const sqliteOnly = [
  'server/src/config/config.test.ts',
  'server/src/adapters/**',
  'server/src/i18n/**',
  'lab/kills/server/kill.test.ts',
  '{server/src,operator/src,lab}/**/*.sqlite.test.ts',
  'lab/kills/server/*-kill.test.ts',
  'lab/kills/server/start-stop.test.ts',
];

/** Tests of the API and of whole servers. */
const serverTestFiles = [
  '{server,operator}/src/**/*.test.ts',
  'lab/{kills,power-cuts,write-storm}/**/*.test.ts',
];

/** Several instances share a database only on PostgreSQL. */
const postgresOnly = ['{server/src,operator/src,lab}/**/*.postgres.test.ts'];

/** A test that is run by its name runs on both databases. */
const onPostgres = IS_DAILY ? [...postgresOnly, ...testsOnBoth()] : serverTestFiles;
/** Disasters that `npm test` leaves to `npm run test:all`. */
const notToday = IS_DAILY ? releaseTests() : [];

/** The databases the API tests run on; VITRIN_TEST_DATABASES=sqlite leaves PostgreSQL out of a local run. */
const databases = (process.env['VITRIN_TEST_DATABASES'] ?? 'sqlite,postgres').split(',');

const serverProjects = {
  sqlite: {
    test: {
      ...serverTests,
      name: 'server-sqlite',
      include: serverTestFiles,
      exclude: [...postgresOnly, ...notToday],
      env: { VITRIN_TEST_DATABASE: 'sqlite', ...processes },
    },
  },
  postgres: {
    test: {
      ...serverTests,
      name: 'server-postgres',
      include: onPostgres,
      exclude: [...sqliteOnly, ...notToday],
      env: { VITRIN_TEST_DATABASE: 'postgres', ...processes },
      globalSetup: ['test-kit/postgres-global-set-up.ts'],
    },
  },
};

/** Tests of the web app that need a page. */
const webTestsWithPage = ['web/src/**/*.test.tsx', 'web/src/**/*.dom.test.ts'];
/** Those that replace modules or the address of the page, load overlays for the first time, or render as the server does. */
const webTestsInProcesses = [
  'web/src/components/feedback/confirm-delete.test.tsx',
  'web/src/components/rich-text/rich-text-arrives.test.tsx',
  'web/src/features/files/uploads/tray/UploadTray.test.tsx',
  'web/src/lib/clock/server-clock.dom.test.ts',
  'web/src/screens/project-detail/VersionEditing.test.tsx',
  'web/src/render*.test.tsx',
  'web/src/lib/code/load-code.dom.test.ts',
  'web/src/verify.dom.test.ts',
  'web/src/features/auth/sessions/other-tabs.dom.test.ts',
];
const pageTests = {
  ...unitTests,
  environment: 'jsdom',
  setupFiles: ['web/src/testing/set-up.ts'],
  css: { modules: { classNameStrategy: 'non-scoped' as const } },
};
/** Files share a worker, its page and its modules: loading these and compiling them anew takes longer than most tests. */
const sharedPages = { isolate: false, environment: './web/src/testing/one-page.ts' };

export default defineConfig({
  test: {
    // Two more than there are cores: tests wait for processes and databases for a quarter of their time.
    maxWorkers: availableParallelism() + 2,
    passWithNoTests: process.argv.includes('--changed'),
    projects: [
      {
        test: {
          ...sharedWorkers,
          name: 'shared',
          include: ['{shared,engine}/src/**/*.test.ts'],
          exclude: notToday,
        },
      },
      ...databases.map((name) => {
        if (name === 'sqlite' || name === 'postgres') return serverProjects[name];
        throw new Error(`VITRIN_TEST_DATABASES: '${name}' is neither sqlite nor postgres.`);
      }),
      {
        test: {
          ...sharedWorkers,
          name: 'web',
          include: ['web/src/**/*.test.ts'],
          exclude: [...webTestsWithPage, ...notToday],
        },
      },
      {
        test: {
          ...pageTests,
          ...sharedPages,
          name: 'web-page',
          include: webTestsWithPage,
          exclude: webTestsInProcesses,
        },
      },
      { test: { ...pageTests, name: 'web-process', include: webTestsInProcesses } },
      {
        test: {
          ...sharedWorkers,
          name: 'scripts',
          include: ['{scripts,test-kit,lab/fonts,lab/mutations}/**/*.test.ts', 'web/*.test.ts'],
          exclude: notToday,
        },
      },
    ],
  },
});
