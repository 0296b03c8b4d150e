import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { renderScreen } from '../../testing/render.tsx';
import { SeenLine } from './SeenLine.tsx';

const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString();

test.each([
  ['en', 'Seen by deniz.otel, 3 minutes ago', 'Not opened yet'],
  ['tr', 'deniz.otel gördü, 3 dakika önce', 'Henüz açılmadı'],
] as const)(
  'in %s it says who saw the newest version and when, or that it is still unopened',
  async (language, seen, not) => {
    const project = { customer: 'deniz.otel', seen: { username: 'deniz.otel', at: minutesAgo(3) } };
    const { container, unmount } = await renderScreen(<SeenLine project={project} />, { language });
    expect(container.querySelector('p')?.textContent).toBe(seen);
    unmount();
    await renderScreen(<SeenLine project={{ ...project, seen: null }} />, { language });
    expect(screen.getByText(not)).toBeDefined();
  },
);

test('without a customer nothing is shown', async () => {
  const { container } = await renderScreen(<SeenLine project={{ customer: null, seen: null }} />);
  expect(container.querySelector('p')).toBeNull();
});
