import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { renderScreen } from '../../../../testing/render.tsx';
import { OfficeTables } from './OfficeTables.tsx';

test.each([
  ['2026-03-01T00:00:00.000Z', '2026-03-01'],
  ['2026-03-01T10:20:00.000Z', '2026-03-01 10:20'],
  ['2026-03-01T10:19:59.999Z', '2026-03-01 10:20'],
  ['2026-03-01T10:20:15.000Z', '2026-03-01 10:20:15'],
  ['1899-12-30T08:30:00.000Z', '08:30'],
])('the date %s of a cell is read as %s', async (date, text) => {
  await renderScreen(<OfficeTables sheets={[{ name: 's', rows: [[new Date(date)]], isCut: false }]} />);
  expect(screen.getByRole('cell').textContent).toBe(text);
});
