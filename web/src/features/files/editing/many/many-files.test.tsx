import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { ChangedFile, ProjectFile } from '@vitrin/shared/contract/files.ts';
import { beforeEach, expect, test, vi } from 'vitest';
import * as toast from '../../../../components/feedback/toast.ts';
import { fakeServer } from '../../../../testing/fake-server.ts';
import { PICTURE, VERSION } from '../../../../testing/projects.ts';
import { renderScreen } from '../../../../testing/render.tsx';
import { EditableFileGrid } from '../../grid/EditableFileGrid.tsx';

const fileOf = (id: number, name: string): ProjectFile => ({
  ...PICTURE,
  id,
  name,
  file: `/api/files/${id}/content/`,
  version: 5,
  thumbnail: `/api/files/${id}/thumbnail/`,
  section: null,
  caption: '',
});

const SECTIONS = [{ id: 7, name: 'Web' }];
const LATE = { timeout: 10_000 };

beforeEach(() => void vi.spyOn(console, 'error').mockImplementation(() => {}));

/** The working page of a version of three files, with the selection of files open. */
async function openChoice() {
  let files = [fileOf(1, 'a.png'), fileOf(2, 'b.png'), fileOf(3, 'c.png')];
  const sent: ChangedFile[][] = [];
  const change = (changes: readonly ChangedFile[]) => {
    files = files.map((file) => {
      const { was: _was, ...given } = changes.find(({ id }) => id === file.id) ?? {};
      return { ...file, ...given };
    });
    return files.filter(({ id }) => changes.some((one) => one.id === id));
  };
  fakeServer({
    'GET /api/files/': () => ({ body: { count: files.length, next: null, previous: null, results: files } }),
    'PATCH /api/files/': ({ body }) => {
      const changes = (body as { files: ChangedFile[] }).files;
      sent.push(changes);
      return { body: { files: change(changes) } };
    },
  });
  await renderScreen(
    <EditableFileGrid
      version={{ ...VERSION, id: 5, cover: null, sections: SECTIONS }}
      isNewest
      onReceivers={() => {}}
    />,
  );
  await userEvent.click(await screen.findByRole('button', { name: 'More actions for these files' }));
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Select files' }));
  const dialog = await screen.findByRole('dialog', { name: 'Select files' }, LATE);
  const box = (name: RegExp) => within(dialog).getByRole<HTMLInputElement>('checkbox', { name });
  const chosen = () =>
    within(dialog)
      .getAllByRole<HTMLInputElement>('checkbox')
      .slice(1)
      .flatMap(({ checked }, index) => (checked ? [index + 1] : []));
  const edit = async (item: string) => {
    await userEvent.click(within(dialog).getByRole('button', { name: 'Edit' }));
    await userEvent.click(await screen.findByRole('menuitem', { name: item }));
  };
  return { sent, change, box, chosen, edit };
}

test('Shift with an arrow key chooses files, and unselects them in the other direction', async () => {
  const { box, chosen } = await openChoice();
  box(/^a/).focus();
  await userEvent.keyboard('{ArrowDown}');
  expect(chosen()).toEqual([]);
  expect(document.activeElement).toBe(box(/^b/));
  await userEvent.keyboard('{ArrowUp}{Shift>}{ArrowDown}{ArrowDown}{/Shift}');
  expect(chosen()).toEqual([1, 2, 3]);
  await userEvent.keyboard('{Shift>}{ArrowUp}{/Shift}');
  expect(chosen()).toEqual([1, 2]);
  await userEvent.keyboard('{Control>}a{/Control}');
  expect(chosen()).toEqual([1, 2, 3]);
});

test('chosen files get names by a pattern, and Undo restores the former ones except where a file was renamed since', async () => {
  const toastFor = vi.spyOn(toast, 'toastFor');
  const { sent, change, box, edit } = await openChoice();
  await userEvent.click(box(/^a/));
  await userEvent.click(box(/^b/));
  await edit('Rename');
  const dialog = await screen.findByRole('dialog', { name: 'Rename 2 files' }, LATE);
  const field = await within(dialog).findByLabelText('Pattern', {}, LATE);
  await userEvent.clear(field);
  await userEvent.type(field, 'x{Enter}');
  expect(await within(dialog).findByText('Two files would be called x.png.')).toBeDefined();
  expect(sent).toEqual([]);
  await userEvent.type(field, ' {{n:2}');
  expect(within(dialog).getByText('x 02.png')).toBeDefined();
  await userEvent.keyboard('{Enter}');
  const undo = await screen.findByRole('button', { name: 'Undo' }, LATE);
  expect(toastFor).toHaveBeenCalledExactlyOnceWith(10_000, expect.any(Function));
  expect(sent).toEqual([
    [
      { id: 1, name: 'x 01.png' },
      { id: 2, name: 'x 02.png' },
    ],
  ]);
  change([{ id: 2, name: 'by another hand.png' }]);
  await userEvent.click(undo);
  expect(await screen.findByText(/Undone, except for 1 file/, {}, LATE)).toBeDefined();
  expect(sent[1]).toEqual([{ id: 1, name: 'a.png', was: { name: 'x 01.png' } }]);
});

test('captions are entered one after the other by keys', async () => {
  const { sent, box, edit } = await openChoice();
  await userEvent.click(box(/^a/));
  await userEvent.click(box(/^b/));
  await edit('Caption');
  const dialog = await screen.findByRole('dialog', { name: 'Captions of 2 files' }, LATE);
  await userEvent.click(await within(dialog).findByRole('textbox', { name: 'a.png' }, LATE));
  await userEvent.keyboard('Dawn{Enter}Dusk{Enter}');
  await waitFor(() =>
    expect(sent).toEqual([
      [
        { id: 1, caption: 'Dawn' },
        { id: 2, caption: 'Dusk' },
      ],
    ]),
  );
  await screen.findByRole('button', { name: 'Undo' }, LATE);
});

test('one caption is applied to all chosen files', async () => {
  const { sent, box, edit } = await openChoice();
  await userEvent.click(box(/^All/));
  await edit('Caption');
  await userEvent.click(await screen.findByRole('radio', { name: 'One caption for all of them' }, LATE));
  await userEvent.type(await screen.findByRole('textbox', { name: /^Caption/ }), 'Dawn{Enter}');
  await waitFor(() => expect(sent).toEqual([[1, 2, 3].map((id) => ({ id, caption: 'Dawn' }))]));
});

test('chosen files move to a section with one request', async () => {
  const { sent, box, edit } = await openChoice();
  await userEvent.click(box(/^All/));
  await edit('Move to section');
  await userEvent.click(await screen.findByRole('radio', { name: 'Web' }, LATE));
  await userEvent.click(screen.getByRole('button', { name: 'Move' }));
  await waitFor(() => expect(sent).toEqual([[1, 2, 3].map((id) => ({ id, section: 7 }))]));
});
