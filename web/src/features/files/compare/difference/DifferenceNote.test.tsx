import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { renderScreen } from '../../../../testing/render.tsx';
import { DifferenceNote } from './DifferenceNote.tsx';

const area = { x: 0, y: 0, width: 4, height: 4 };

test.each([
  ['nothing', { share: 0, areas: [] }, 'No differences.'],
  ['a little', { share: 0.004, areas: [area] }, 'Less than 1% of the picture differs, in 1 place.'],
  ['a part', { share: 0.126, areas: [area, area] }, '13% of the picture differs, in 2 places.'],
  ['not known yet', undefined, 'Looking for differences'],
])('a screen reader reads the differences: %s', async (_what, findings, text) => {
  await renderScreen(<DifferenceNote findings={findings} hasFailed={false} onRetry={() => {}} />);
  expect(screen.getByRole('status').textContent).toBe(text);
});

test('a failed comparison shows an error, with a button to try again', async () => {
  await renderScreen(<DifferenceNote findings={undefined} hasFailed onRetry={() => {}} />);
  expect(screen.getByRole('status').textContent).toBe('The differences could not be found.');
  expect(screen.getByRole('button', { name: 'Try again' })).toBeDefined();
});
