import { expect, test, vi } from 'vitest';
import type { Section } from '@vitrin/shared/contract/sections.ts';
import { MAX_SECTION_NAME_LENGTH } from '@vitrin/shared/rules/texts/section-names.ts';
import * as toast from '../../../components/feedback/toast.ts';
import { createI18n, TEXT_PARTS } from '../../../i18n/i18n.ts';
import { fakeServer } from '../../../testing/fake-server.ts';
import { addFolders } from './add-folders.ts';

/** A version with a section Web, and the results of adding folders of these names. */
async function addTo(folders: string[], refused: string[] = []) {
  const sections: Section[] = [{ id: 1, name: 'Web', order: 1, version: 5 }];
  fakeServer({
    'GET /api/sections/': () => ({
      body: { count: sections.length, next: null, previous: null, results: sections },
    }),
    'POST /api/sections/': ({ body }) => {
      const { name } = body as { name: string };
      if (refused.includes(name)) return { status: 400, body: { detail: 'There are 100 sections.' } };
      const section = { id: sections.length + 1, name, order: sections.length + 1, version: 5 };
      sections.push(section);
      return { status: 201, body: section };
    },
  });
  const added: [name: string, section: number][] = [];
  await addFolders(
    5,
    folders.map((folder) => [folder, [new File([], `${folder}.txt`)]] as const),
    (files, section) => added.push(...files.map(({ name }): [string, number] => [name, section])),
  );
  return { added, names: sections.map(({ name }) => name) };
}

test('folders are put into the sections of their names, which are created if missing', async () => {
  const { added, names } = await addTo(['Web', 'Print', 'Print']);
  expect(added).toEqual([
    ['Web.txt', 1],
    ['Print.txt', 2],
    ['Print.txt', 2],
  ]);
  expect(names).toEqual(['Web', 'Print']);
});

test('the name of a folder becomes a valid name of a section', async () => {
  const { names } = await addTo(['Go\u0308l', 'a\nb ', `${'x'.repeat(MAX_SECTION_NAME_LENGTH - 1)}🎬`]);
  expect(names).toEqual(['Web', 'Göl', 'a b', 'x'.repeat(MAX_SECTION_NAME_LENGTH - 1)]);
});

test('nothing is added from a folder without a section on, and a message says so', async () => {
  await createI18n('en', TEXT_PARTS);
  const said = vi.spyOn(toast, 'toastError').mockImplementation(() => {});
  vi.spyOn(console, 'error').mockImplementation(() => {});
  const { added } = await addTo(['Web', 'Print', 'Covers'], ['Print']);
  expect(added).toEqual([['Web.txt', 1]]);
  expect(said).toHaveBeenCalledExactlyOnceWith(expect.stringContaining('There are 100 sections.'));
});
