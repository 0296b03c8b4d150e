import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { Milestone } from '@vitrin/shared/contract/milestones.ts';
import { useMemo, useState } from 'react';
import { expect, test, vi } from 'vitest';
import { renderScreen } from '../../testing/render.tsx';
import { EditableMilestoneSteps } from './EditableMilestoneSteps.tsx';
import type { MilestoneActions } from './milestone-actions.ts';

const ACTIONS: MilestoneActions = {
  onComplete: () => {},
  onEdit: () => {},
  onDelete: () => {},
  onMove: () => {},
};

/** Milestones that count reads of their descriptions, one for each rendering. */
function countedMilestones(count: number): { milestones: Milestone[]; renderings: number[] } {
  const renderings = Array.from({ length: count }, () => 0);
  const milestones = renderings.map((_none, index) => ({
    id: index + 1,
    name: `Step ${index + 1}`,
    completed: false,
    order: index + 1,
    project: 1,
    due_on: null,
    edited_at: '2026-11-01T10:00:00.000Z',
    get description() {
      renderings[index] = (renderings[index] ?? 0) + 1;
      return '';
    },
  }));
  return { milestones, renderings };
}

test('only the ticked one of many steps is rendered anew', async () => {
  const { milestones, renderings } = countedMilestones(9);
  const ticked = milestones.map((each, index) => (index === 4 ? { ...each, completed: true } : each));
  function Ticking() {
    const [isTicked, setTicked] = useState(false);
    const actions = useMemo(() => ({ ...ACTIONS, onComplete: () => setTicked(true) }), []);
    return <EditableMilestoneSteps milestones={isTicked ? ticked : milestones} actions={actions} />;
  }
  await renderScreen(<Ticking />);
  const before = [...renderings];
  const box = screen.getByRole<HTMLInputElement>('checkbox', { name: /Step 5/ });
  await userEvent.click(box);
  expect(box.checked).toBe(true);
  expect(renderings).toEqual(before);
});

test('the menu of a step opens at the first click, and returns the focus', async () => {
  const { milestones } = countedMilestones(2);
  const onEdit = vi.fn<MilestoneActions['onEdit']>();
  await renderScreen(<EditableMilestoneSteps milestones={milestones} actions={{ ...ACTIONS, onEdit }} />);
  const button = () => screen.getByRole('button', { name: 'Actions for Step 1' });
  await userEvent.click(button());
  await screen.findByRole('menuitem', { name: 'Edit' });
  await userEvent.keyboard('{Escape}');
  expect(document.activeElement).toBe(button());
  await userEvent.click(button());
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Edit' }));
  expect(onEdit).toHaveBeenCalledExactlyOnceWith(milestones[0]);
});
