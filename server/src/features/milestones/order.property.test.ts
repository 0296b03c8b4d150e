import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Analytics } from '@vitrin/shared/contract/figures/analytics.ts';
import type { Milestone } from '@vitrin/shared/contract/milestones.ts';
import type { Project } from '@vitrin/shared/contract/projects.ts';
import { progressOf, statusOf } from '@vitrin/shared/rules/progress.ts';
import { createFreelancer, createProject } from '../../testing/factories.ts';
import { sharedTestApp } from '../../testing/shared-test-app.ts';

const setup = await sharedTestApp({ RATE_LIMITS: 'off' });
const ada = await createFreelancer(setup);

type Step =
  | { do: 'create'; order: number | undefined; completed: boolean }
  | { do: 'move'; position: number; order: number }
  | { do: 'complete'; position: number; completed: boolean }
  | { do: 'delete'; position: number };

const position = fc.nat({ max: 30 });
const order = fc.integer({ min: 1, max: 12 });
const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({
    do: fc.constant('create' as const),
    order: fc.option(order, { nil: undefined }),
    completed: fc.boolean(),
  }),
  fc.record({ do: fc.constant('move' as const), position, order }),
  fc.record({ do: fc.constant('complete' as const), position, completed: fc.boolean() }),
  fc.record({ do: fc.constant('delete' as const), position }),
);

type Expected = { id: number; completed: boolean };

/** Applies a step to the product and to a plain list, the model to compare with. */
async function take(step: Step, model: Expected[], projectId: number): Promise<Expected[]> {
  const { browser } = ada;
  if (step.do === 'create') {
    const input = { name: 'x', project: projectId, order: step.order, completed: step.completed };
    const { id } = (await browser.post('/api/milestones/', input)).json<Milestone>();
    return model.toSpliced((step.order ?? Infinity) - 1, 0, { id, completed: step.completed });
  }
  const index = step.position % Math.max(model.length, 1);
  const chosen = model[index];
  if (!chosen) return model;
  const address = `/api/milestones/${chosen.id}/`;
  const others = model.toSpliced(index, 1);
  if (step.do === 'delete') {
    await browser.delete(address);
    return others;
  }
  if (step.do === 'move') {
    await browser.patch(address, { order: step.order });
    return others.toSpliced(step.order - 1, 0, chosen);
  }
  await browser.patch(address, { completed: step.completed });
  return model.with(index, { ...chosen, completed: step.completed });
}

/** Expects list, summary and analytics to agree; the project is the freelancer's only one. */
async function expectSameNumbers(
  id: number,
  { progress, status, last_updated }: Project,
  { total, completed }: { total: number; completed: number },
): Promise<void> {
  const { browser } = ada;
  const [list, summary, analytics] = await Promise.all(
    ['projects/', 'projects/get_projects_summary/', 'analytics/'].map((path) => browser.get(`/api/${path}`)),
  );
  expect(list?.json<{ results: Project[] }>().results).toEqual([
    expect.objectContaining({ id, progress, status, last_updated }),
  ]);
  expect(summary?.json()).toEqual({
    total_projects: 1,
    remaining_milestones: total - completed,
    projects_progress: progress,
  });
  const numbers = analytics?.json<Analytics>();
  expect(numbers?.projects_progress).toBe(progress);
  expect(numbers?.projects_by_status.filter(({ count }) => count > 0)).toEqual([{ status, count: 1 }]);
}

test('order stays dense and progress right whatever is done, in every answer', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 25 }), async (steps) => {
      const project = await createProject(setup, { owner: ada });
      let model: Expected[] = [];
      for (const one of steps) model = await take(one, model, project.id);

      const detail = (await ada.browser.get(`/api/projects/${project.id}/`)).json<Project>();
      expect(detail.milestones.map(({ id, completed }) => ({ id, completed }))).toEqual(model);
      expect(detail.milestones.map((milestone) => milestone.order)).toEqual(
        model.map((_, index) => index + 1),
      );
      const count = {
        total: model.length,
        completed: model.filter(({ completed }) => completed).length,
      };
      expect(detail.progress).toBe(progressOf(count));
      expect(detail.status).toBe(statusOf(count, null));
      await expectSameNumbers(project.id, detail, count);
      await ada.browser.delete(`/api/projects/${project.id}/`);
    }),
    { numRuns: 40 },
  );
}, 60_000);
