import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { PICTURE } from '../../../testing/projects.ts';
import { renderScreen } from '../../../testing/render.tsx';
import { FileRow } from './FileRow.tsx';
import { FileSections } from './FileSections.tsx';
import { inSections } from './shown-files.ts';

const fileOf = (id: number, section: number | null) => ({
  ...PICTURE,
  id,
  name: `picture-${id}.png`,
  thumbnail: `/api/files/${id}/thumbnail/`,
  section,
});

const SECTIONS = [
  { id: 7, name: 'Web' },
  { id: 3, name: 'Print' },
  { id: 9, name: 'Later' },
];
const FILES = [fileOf(1, 3), fileOf(2, 7), fileOf(3, null), fileOf(4, 7)];

test('the viewer goes through the files in the order of their sections', () => {
  expect(inSections(FILES, SECTIONS)?.map(({ id }) => id)).toEqual([3, 2, 4, 1]);
  expect(inSections(FILES, [])).toBe(FILES);
});

test('files are below the heading of their section, which folds, and an empty section is not shown', async () => {
  await renderScreen(
    <FileSections
      version={{ id: 5, sections: SECTIONS, file_count: FILES.length }}
      files={FILES}
      lead={FILES[3]}
      opened={null}
      isGrowing={false}
      now={0}
      onOpen={() => {}}
      isNew={() => false}
    />,
  );
  const names = screen.getAllByRole('heading', { level: 3 }).map((heading) => heading.textContent);
  expect(names).toEqual(['Web', 'Print']);
  const web = within(screen.getByRole('region', { name: 'Web' }));
  // The lead is above them and counts.
  expect(web.getByText('2')).toBeDefined();
  expect(web.getAllByRole('link', { name: /^Open/ }).map((link) => link.id)).toEqual(['file-2']);
  expect(web.getByRole('group')).toHaveProperty('open', true);
});

test('a section of many files has a button to show all of its own', async () => {
  const many = Array.from({ length: 40 }, (_none, index) => fileOf(index + 1, index < 30 ? 7 : 3));
  await renderScreen(
    <FileSections
      version={{ id: 5, sections: SECTIONS, file_count: many.length }}
      files={many}
      lead={undefined}
      opened={null}
      isGrowing={false}
      now={0}
      onOpen={() => {}}
      isNew={() => false}
    />,
  );
  const shown = (name: string) =>
    within(screen.getByRole('region', { name })).getAllByRole('link', { name: /^Open/ }).length;
  expect([shown('Web'), shown('Print')]).toEqual([24, 10]);
  await userEvent.click(screen.getByRole('button', { name: 'Show all 30 files' }));
  await waitFor(() => expect([shown('Web'), shown('Print')]).toEqual([30, 10]));
  // Its heading folds it, and the other section stays open.
  await userEvent.click(screen.getByText('Web'));
  expect(screen.getAllByRole('group').map((group) => group.hasAttribute('open'))).toEqual([false, true]);
});

test('cards of hundreds of files are rendered one section after the other, in lists of the final height', async () => {
  const sections = Array.from({ length: 12 }, (_none, index) => ({
    id: index + 1,
    name: `Chapter ${index + 1}`,
  }));
  const many = Array.from({ length: 600 }, (_none, index) => fileOf(index + 1, Math.floor(index / 50) + 1));
  const mounted: number[] = [];
  const lists = () =>
    Array.from(document.querySelectorAll('section ul'), (list) => list.getAttribute('style'));
  const heights: unknown[] = [];
  const observer = new MutationObserver(() => {
    mounted.push(document.querySelectorAll('section a[id^=file-]').length);
    heights.push(lists());
  });
  observer.observe(document.body, { childList: true, subtree: true });
  await renderScreen(
    <FileSections
      version={{ id: 5, sections, file_count: many.length }}
      files={many}
      lead={undefined}
      opened={null}
      isGrowing={false}
      now={0}
      onOpen={() => {}}
      isNew={() => false}
    />,
  );
  await waitFor(() => expect(document.querySelectorAll('section a[id^=file-]')).toHaveLength(12 * 24));
  observer.disconnect();
  const steps = [...new Set(mounted)].filter((count) => count > 0);
  expect(steps[0]).toBe(24);
  const added = steps.slice(1).map((count, at) => count - (steps[at] ?? 0));
  expect(Math.max(...added)).toBe(12);
  // Two of twelve pictures for each section, so that a phone renders few at once.
  expect(lists()).toHaveLength(24);
  for (const seen of heights.filter((each) => Array.isArray(each) && each.length > 0))
    expect(seen).toEqual(lists());
  const first = screen.getByRole('region', { name: 'Chapter 1' });
  await userEvent.click(within(first).getByRole('button', { name: 'Show all 50 files' }));
  await waitFor(() => expect(first.querySelectorAll('a[id^=file-]')).toHaveLength(50));
});

test('a caption is in the row of a file without a picture', async () => {
  const file = { ...fileOf(1, null), thumbnail: null, caption: 'Terms of use' };
  await renderScreen(<FileRow file={file} onOpen={() => {}} isNew={false} />);
  expect(screen.getByText('Terms of use')).toBeDefined();
});
