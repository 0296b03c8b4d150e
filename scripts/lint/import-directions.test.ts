import { describe, expect, it } from 'vitest';
import { importViolation } from './import-directions.ts';

const milestones = 'server/src/features/milestones';
const screen = 'web/src/screens/project-detail/ProjectDetailScreen.tsx';

const allowed: [string, string][] = [
  ['server/src/main.ts', './app.ts'],
  ['server/src/app.ts', './features/milestones/jobs.ts'],
  ['server/src/routes.ts', './features/milestones/routes.ts'],
  [`${milestones}/routes.ts`, './service.ts'],
  [`${milestones}/routes.ts`, '../../http/guards.ts'],
  [`${milestones}/routes.ts`, 'fastify'],
  [`${milestones}/service.ts`, './queries.ts'],
  [`${milestones}/service.ts`, '../projects/access.ts'],
  [`${milestones}/service.ts`, '../users/service.ts'],
  [`${milestones}/service.ts`, '../../jobs/enqueue.ts'],
  [`${milestones}/service.ts`, '../../rate-limits/rate-limits.ts'],
  [`${milestones}/service.ts`, '@vitrin/shared/rules/progress.ts'],
  [`${milestones}/queries.ts`, '../../database/schema.ts'],
  [`${milestones}/queries.ts`, '../projects/access.ts'],
  [`${milestones}/queries.ts`, './row.ts'],
  [`${milestones}/service.ts`, '../projects/sums.ts'],
  ['server/src/features/projects/project-detail.ts', '../milestones/rows.ts'],
  ['server/src/features/projects/queries.ts', '../milestones/row.ts'],
  [`${milestones}/milestones.test.ts`, '../files/queries.ts'],
  [`${milestones}/milestones.test.ts`, '../../testing/factories.ts'],
  ['server/src/testing/kills/kill.test.ts', '../../../test-kit/product.ts'],
  ['server/src/admin/plans.ts', '../features/plans/service.ts'],
  ['server/src/admin/plans.ts', '../features/plans/admin.ts'],
  ['server/src/doctor/programs.ts', '../features/files/admin.ts'],
  ['server/src/features/projects/picture-routes.ts', '../pictures/read-picture.ts'],
  ['shared/src/contract/projects.ts', './common.ts'],
  ['shared/src/contract/projects.ts', 'zod'],
  ['shared/src/rules/texts/names.test.ts', 'vitest'],
  ['web/src/main.tsx', './App.tsx'],
  ['web/src/router.tsx', './screens/login/LoginScreen.tsx'],
  [screen, './ProjectHeader.tsx'],
  [screen, '../../features/milestones/MilestoneSteps.tsx'],
  [screen, '../../paths.ts'],
  ['web/src/features/milestones/MilestoneForm.tsx', '../projects/api.ts'],
  ['web/src/features/milestones/MilestoneForm.tsx', './MilestoneForm.module.css'],
  ['web/src/components/rich-text/RichText.tsx', '../../lib/api-client.ts'],
  ['web/src/offline/OfflineShell.tsx', '../layout/shells/Footer.tsx'],
  ['web/src/offline/OfflinePage.tsx', '../screens/project-detail/client/ProjectPage.tsx'],
  ['web/src/lib/api-client.ts', '@vitrin/shared/contract/common.ts'],
  ['e2e/main-story.spec.ts', './kit/fixtures.ts'],
];

const forbidden: [string, string, RegExp][] = [
  ['shared/src/rules/quota.ts', 'node:fs', /no I\/O/],
  ['shared/src/rules/quota.ts', '@vitrin/server/app.ts', /never imports from server/],
  ['shared/src/rules/quota.ts', '../../../web/src/paths.ts', /never imports from web/],
  ['server/src/app.ts', '@vitrin/web/paths.ts', /never imports from web/],
  ['web/src/lib/format.ts', '@vitrin/server/errors.ts', /never imports from server/],
  ['web/src/lib/format.ts', 'node:path', /browser/],
  ['server/src/app.ts', './errors', /extension/],
  [`${milestones}/service.ts`, './routes.ts', /routes -> service -> queries/],
  [`${milestones}/queries.ts`, './service.ts', /routes -> service -> queries/],
  [`${milestones}/service.ts`, '../versions/service.ts', /stands before/],
  [`${milestones}/service.ts`, '../projects/queries.ts', /only service\.ts, access\.ts, sums\.ts/],
  [`${milestones}/queries.ts`, '../projects/service.ts', /queries call no services/],
  [`${milestones}/service.ts`, '../plans/admin.ts', /only service\.ts, access\.ts, sums\.ts/],
  [`${milestones}/service.ts`, '../pictures/store-picture.ts', /only service\.ts, access\.ts, sums\.ts/],
  [`${milestones}/row.ts`, '../projects/access.ts', /rows know no feature/],
  [`${milestones}/rows.ts`, './queries.ts', /rows know nothing else/],
  ['server/src/features/pictures/service.ts', '../projects/sums.ts', /stands before/],
  [`${milestones}/service.ts`, '../gadgets/service.ts', /no place in the feature order/],
  [`${milestones}/service.ts`, '../../http/guards.ts', /may not import http/],
  [`${milestones}/service.ts`, '../../app.ts', /may not import app/],
  [`${milestones}/service.ts`, 'fastify', /no requests and replies/],
  [`${milestones}/routes.ts`, '../../database/schema.ts', /may not import database/],
  [`${milestones}/queries.ts`, '../../adapters/mail/mail.ts', /may not import adapters/],
  [`${milestones}/service.ts`, '../../testing/factories.ts', /only tests/],
  ['server/src/http/session.ts', '../features/auth/access.ts', /may not import/],
  ['server/src/doctor/programs.ts', '../jobs/enqueue.ts', /doctor may not import jobs/],
  ['server/src/admin/plans.ts', '../features/plans/queries.ts', /only service\.ts, access\.ts, sums\.ts/],
  ['server/src/http/guards.ts', '../features/projects/service.ts', /may not import/],
  ['server/src/database/connect.ts', '../features/users/service.ts', /may not import/],
  ['server/src/jobs/outbox.ts', '../features/files/service.ts', /may not import/],
  ['server/src/app.ts', '../../test-kit/product.ts', /never imports from test-kit/],
  ['server/src/leftover/thing.ts', '../errors.ts', /no place/],
  [screen, '../login/LoginScreen.tsx', /never imports another screen/],
  [screen, '../../layout/shells/Shell.tsx', /the router puts/],
  [screen, '../../router.tsx', /only the entry/],
  ['web/src/layout/shells/Shell.tsx', '../../screens/login/LoginScreen.tsx', /never imports screens/],
  ['web/src/layout/shells/Shell.tsx', '../../offline/OfflineShell.tsx', /never imports offline/],
  ['web/src/features/milestones/MilestoneForm.tsx', '../projects/ProjectForm.tsx', /only api\.ts/],
  ['web/src/features/milestones/api.ts', '../../screens/login/LoginScreen.tsx', /never imports screens/],
  ['web/src/components/rich-text/RichText.tsx', '../../features/files/api.ts', /never imports features/],
  ['web/src/lib/api-client.ts', '../components/ErrorState.tsx', /never imports components/],
  ['e2e/main-story.spec.ts', '../server/src/app.ts', /from outside/],
];

describe('which way imports go', () => {
  it.each(allowed)('%s may import %s', (file, specifier) => {
    expect(importViolation(file, specifier)).toBeUndefined();
  });

  it.each(forbidden)('%s may not import %s', (file, specifier, reason) => {
    expect(importViolation(file, specifier)).toMatch(reason);
  });
});
