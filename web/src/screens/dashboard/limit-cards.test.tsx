import { LEAST_CAPABILITIES } from '@vitrin/shared/rules/capabilities.ts';
import { screen } from '@testing-library/react';
import type { User } from '@vitrin/shared/contract/users.ts';
import { UNLIMITED_PROJECTS } from '@vitrin/shared/rules/storage/quota.ts';
import { expect, test } from 'vitest';
import { renderScreen } from '../../testing/render.tsx';
import { FREELANCER } from '../../testing/users.ts';
import { ProjectCountCard } from './ProjectCountCard.tsx';
import { StorageCard } from './StorageCard.tsx';

function userOf(numbers: { used?: number; limit?: number; projects?: number; allowed?: number }): User {
  const { used = 0, limit = 0.5, projects = 0, allowed = 3 } = numbers;
  return {
    ...FREELANCER,
    used_storage: used,
    project_count: projects,
    subscription: {
      status: 'active',
      current_period_end: null,
      cancel_at_period_end: false,
      is_given: false,
      can_resume: false,
      can_change_card: false,
      plan: {
        id: 1,
        name: 'Starter',
        price_per_period: 0,
        currency: 'USD',
        description: '',
        features: [],
        is_popular: false,
        storage_limit_gb: limit,
        project_limit: allowed,
        capabilities: LEAST_CAPABILITIES,
      },
    },
  };
}

test.each([
  [{ used: 0, limit: 0.5 }, '0 MB of 500 MB used', null, 'petrol'],
  [{ used: 7.5, limit: 10 }, '7.5 GB of 10 GB used', null, 'petrol'],
  [{ used: 7.51, limit: 10 }, '7.51 GB of 10 GB used', /approaching.*75% used/, 'amber'],
  [{ used: 9, limit: 10 }, '9 GB of 10 GB used', /approaching.*90% used/, 'amber'],
  [{ used: 9.25, limit: 10 }, '9.25 GB of 10 GB used', /only 8% remaining/, 'red'],
  [{ used: 0.5, limit: 0.5 }, '512 MB of 500 MB used', /limit exceeded/, 'red'],
])('storage of %j reads "%s"', async (numbers, text, warning, color) => {
  const { container } = await renderScreen(<StorageCard user={userOf(numbers)} />);
  expect(screen.getByText(text)).toBeDefined();
  const shown = container.querySelector('[data-level]')?.textContent ?? null;
  if (warning === null) expect(shown).toBeNull();
  else expect(shown).toMatch(warning);
  const bar = container.querySelector('.mantine-Progress-section');
  expect(bar?.getAttribute('style')).toContain(`--mantine-color-${color}-`);
});

test.each([
  [{ projects: 2, allowed: 3 }, '2 of 3 projects', null],
  [{ projects: 3, allowed: 4 }, '3 of 4 projects', 'warning'],
  [{ projects: 9, allowed: 10 }, '9 of 10 projects', 'critical'],
  [{ projects: 3, allowed: 3 }, '3 of 3 projects', 'blocked'],
  [{ projects: 1, allowed: UNLIMITED_PROJECTS }, '1 project, no limit', null],
  [{ projects: 40, allowed: UNLIMITED_PROJECTS }, '40 projects, no limit', null],
])('a project count of %j reads "%s" at level %j', async (numbers, text, level) => {
  const { container } = await renderScreen(<ProjectCountCard user={userOf(numbers)} />);
  expect(screen.getByText(text)).toBeDefined();
  expect(container.querySelector('[data-level]')?.getAttribute('data-level') ?? null).toBe(level);
});
