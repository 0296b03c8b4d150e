import { globSync } from 'node:fs';
import path from 'node:path';

/**
 * Rooms of disasters: kills, power cuts, storms, drills, restores, moves, days of a whole server, sweeps over hostile
 * archives, pictures and films, and what an earlier release left. `npm test` runs the tests that are named after a room,
 * which represent it, if there are any; the others run in `npm run test:all`, which a release begins with (decision 0222).
 * A name is that of a file without `.test.ts`.
 */
export const BEFORE_RELEASE: Readonly<Record<string, readonly string[]>> = {
  'engine/src/pictures': ['picture-size'],
  'engine/src/pictures/drawing/decoders': [],
  'engine/src/pictures/drawing/decoders/tiff': [],
  'engine/src/pictures/films': ['preview-need', 'wave'],
  'lab/kills/server': [],
  'lab/power-cuts': [],
  'operator/src/backup': ['back-up', 'restore', 'restore-files.sqlite', 'usage.sqlite', 'verify.sqlite'],
  'operator/src/backup/copies': ['encryption.sqlite'],
  'operator/src/backup/drill': ['drill-times.sqlite'],
  'operator/src/backup/reading': [],
  'operator/src/backup/restoring': ['damaged'],
  'operator/src/backup/writing': ['folder-target.sqlite', 'list-erased-job', 'unneeded-copies.sqlite'],
  'operator/src/move': ['command.sqlite'],
  'server/src/database/data-dir': ['lost-database.sqlite'],
  'server/src/database/postgres': ['deadlock.postgres'],
  'server/src/features/archives/hostile': ['claims', 'ends', 'times'],
  // Installs LibreOffice of Debian.
  'server/src/features/analytics/query/programs': [],
  // Installs calendar programs of Debian.
  'server/src/features/calendars/programs': [],
  'server/src/features/files/content': ['content'],
  'server/src/features/files/previews': ['previews'],
  'server/src/features/files/thumbnails': ['thumbnails'],
  'server/src/features/files/web-size': ['web-size'],
  'server/src/features/pictures': ['drawing-slots', 'embedded-bytes', 'pictures', 'races'],
  'server/src/testing/bad-days': [],
  'server/src/testing/instances': [],
  'server/src/testing/requests': ['request-end'],
  'server/src/testing/workers': [],
};

/**
 * Single tests that `npm test` leaves to `npm run test:all`, in rooms of which it runs the others. They take 4 to 30
 * seconds each, and hold limits that only storms or hundreds of thousands of rows reach, processes and stores that fail,
 * and programs beside the product. Their author runs them by name.
 */
const WIDE: readonly string[] = [
  'engine/src/sandbox/limited-process',
  'engine/src/storage/s3-parts-writer',
  'engine/src/storage/s3-storage',
  'operator/src/admin/main.sqlite',
  'scripts/receipts/alterations',
  'scripts/dev',
  'server/src/adapters/mail/chosen-words.sqlite',
  'server/src/database/migration-locks.postgres',
  'server/src/database/rolling-upgrade',
  'server/src/features/analytics/query/most-rows.sqlite',
  'server/src/features/archives/import/import',
  'server/src/features/auth/codes/code-guesses',
  'server/src/features/checkout/renewal-storm',
  'server/src/features/files/derived/derived',
  'server/src/features/files/office/office',
  'server/src/features/files/quota-storm',
  'server/src/features/files/uploads/s3-outages',
  'server/src/features/notices/covers',
  'server/src/features/receipts/pdf/receipt-pdf',
  'server/src/http/bodies/large-bodies',
  'server/src/testing/every-route/fair-shares',
  'web/src/features/files/picks/picked-names.exiftool',
];

/**
 * Rooms and tests of the server and the operator that `npm test` runs on both databases, because the
 * databases could differ: races, locks, sums, lists, orders, migrations and visibility of
 * rows. All others run on SQLite only, and on both in `npm run test:all` (decision 0222).
 */
export const ON_BOTH: readonly string[] = [
  'lab/write-storm',
  'operator/src/admin/people/erasures',
  'operator/src/doctor/doctor',
  'server/src/database',
  'server/src/features/account/erase',
  'server/src/features/account/own-data',
  'server/src/features/analytics/activity',
  'server/src/features/analytics/analytics',
  'server/src/features/analytics/boards/boards',
  'server/src/features/analytics/kept-looks',
  'server/src/features/analytics/looks',
  'server/src/features/analytics/promises',
  'server/src/features/analytics/query',
  'server/src/features/analytics/seen',
  'server/src/features/archives/carried',
  'server/src/features/archives/import/round-trip',
  'server/src/features/auth/races',
  'server/src/features/auth/sessions/sessions',
  'server/src/features/auth/signup/signup',
  'server/src/features/changes/changes',
  'server/src/features/changes/hints',
  'server/src/features/changes/ready-timer',
  'server/src/features/checkout/stripe/stripe-twice',
  'server/src/features/checkout/subscription',
  'server/src/features/customers/customers',
  'server/src/features/customers/people-limits',
  'server/src/features/customers/removed-person',
  'server/src/features/events',
  'server/src/features/files/deliveries',
  'server/src/features/files/files',
  'server/src/features/files/opened',
  'server/src/features/files/quota',
  'server/src/features/files/uploads/finish-resumable',
  'server/src/features/ledger',
  'server/src/features/links/links',
  'server/src/features/milestones/milestones',
  'server/src/features/milestones/order.property',
  'server/src/features/notices/sending',
  'server/src/features/pictures/races',
  'server/src/features/plans/access',
  'server/src/features/plans/plans',
  'server/src/features/projects',
  'server/src/features/receipts/ledger-lines',
  'server/src/features/receipts/seen-together',
  'server/src/features/receipts/waiting-versions',
  'server/src/features/sections',
  'server/src/features/users',
  'server/src/features/versions/covers',
  'server/src/features/versions/ready-time',
  'server/src/features/versions/versions',
  'server/src/jobs/clock',
  'server/src/jobs/looks-kept',
  'server/src/jobs/turns',
  'server/src/jobs/wake',
  'server/src/jobs/worker',
  'server/src/rate-limits',
  'server/src/testing/access-matrix/access-matrix',
  'server/src/testing/every-route/bad-input',
  'server/src/testing/every-route/counts',
  'server/src/testing/every-route/invisible-names',
  'server/src/testing/every-route/long-texts',
];

const ROOT = path.resolve(import.meta.dirname, '../..');
const testsOf = (pattern: string) => globSync(pattern, { cwd: ROOT }).toSorted();

/** Tests that `npm test` leaves to `npm run test:all`. */
export function releaseTests(rooms = BEFORE_RELEASE, single = WIDE): string[] {
  const wide = single.flatMap((name) => named(name, testsOf(`${name}.test.ts`)));
  const disasters = Object.entries(rooms).flatMap(([room, representatives]) => {
    const tests = named(room, testsOf(`${room}/*.test.ts`));
    const kept = representatives.flatMap((name) => {
      const file = `${room}/${name}.test.ts`;
      return named(
        file,
        tests.filter((test) => test === file),
      );
    });
    return tests.filter((test) => !kept.includes(test));
  });
  return [...disasters, ...wide];
}

/** Tests of both databases that `npm test` runs on PostgreSQL too. */
export function testsOnBoth(names = ON_BOTH): string[] {
  return names.flatMap((name) =>
    named(name, [...testsOf(`${name}.test.ts`), ...testsOf(`${name}/**/*.test.ts`)]),
  );
}

/** A name without a test would leave out what it once named, or run it nowhere. */
function named(name: string, tests: string[]): string[] {
  if (tests.length === 0) throw new Error(`test-kit/large/daily-tests.ts names ${name}: no test is there.`);
  return tests;
}
