import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import type { Version } from '@vitrin/shared/contract/versions.ts';
import { fakeServer } from '../../../testing/fake-server.ts';
import { renderScreen } from '../../../testing/render.tsx';
import { FileSections } from '../gallery/FileSections.tsx';
import { LinkMenu } from './LinkMenu.tsx';
import { LinkRows } from './LinkRows.tsx';

const LINK: Version['links'][number] = {
  id: 1,
  title: '<b>Film</b>',
  address: 'https://vimeo.com/1',
  host: 'vimeo.com',
  kind: 'vimeo',
  embed: 'player.vimeo.com',
  section: 7,
  created_at: '2026-11-20T10:00:00.000Z',
};

test('a link is in its section, names its host, and opens in a new tab without a referrer', async () => {
  await renderScreen(
    <FileSections
      version={{ id: 1, sections: [{ id: 7, name: 'Web' }], file_count: 0 }}
      files={[]}
      lead={undefined}
      links={[
        LINK,
        { ...LINK, id: 2, title: 'Shop', host: 'xn--gthub-n2e.com', kind: 'other', section: null },
      ]}
      opened={null}
      isGrowing={false}
      now={0}
      onOpen={() => {}}
      isNew={() => false}
    />,
  );
  const section = within(screen.getByRole('region', { name: 'Web' }));
  const link = section.getByRole('link', { name: '<b>Film</b>, opens vimeo.com in a new tab' });
  const attributes = ['href', 'target', 'rel', 'referrerpolicy'].map((name) => link.getAttribute(name));
  expect(attributes).toEqual(['https://vimeo.com/1', '_blank', 'noopener noreferrer', 'no-referrer']);
  expect(section.getByText('<b>Film</b>')).toBeTruthy();
  expect(section.queryByText('Shop')).toBeNull();
  expect(screen.getByText('xn--gthub-n2e.com')).toBeTruthy();
  expect(section.getByText('vimeo.com').parentElement?.textContent).toBe('Vimeo · vimeo.com');
});

test('a click with the main or the middle button is reported as a look, one with another is not', async () => {
  const requests = fakeServer({ 'POST /api/seen/': { status: 204 } });
  await renderScreen(<LinkRows links={[{ ...LINK, embed: null }]} />);
  const link = screen.getByRole('link');
  link.addEventListener('click', (event) => event.preventDefault());
  for (const button of [1, 2]) fireEvent(link, new MouseEvent('auxclick', { bubbles: true, button }));
  await waitFor(() => expect(requests).toHaveLength(1));
  await userEvent.click(link);
  await waitFor(() => expect(requests).toHaveLength(2));
  for (const { body } of requests) expect(body).toEqual({ kind: 'link_opened', id: 1 });
});

test('the player of a link is loaded by a click on it, and names the host that it loads from', async () => {
  const requests = fakeServer({ 'POST /api/seen/': { status: 204 } });
  const { container } = await renderScreen(<LinkRows links={[LINK, { ...LINK, id: 2, embed: null }]} />);
  const button = await screen.findByRole('button', { name: 'Show here: <b>Film</b>' });
  expect(screen.getByText('Loads from player.vimeo.com').id).toBe(button.getAttribute('aria-describedby'));
  expect(container.querySelector('iframe')).toBeNull();
  await userEvent.click(button);
  const frame = screen.getByTitle('<b>Film</b>, loaded from player.vimeo.com');
  expect(frame.getAttribute('src')).toBe('/embed/1');
  await waitFor(() =>
    expect(requests).toMatchObject([{ method: 'POST', body: { kind: 'link_opened', id: 1 } }]),
  );
  await userEvent.click(screen.getByRole('button', { name: 'Hide: <b>Film</b>' }));
  expect(container.querySelector('iframe')).toBeNull();
});

test('the card that the address names is scrolled into view with the focus, in a folded section too', async () => {
  const scrolled = vi.spyOn(Element.prototype, 'scrollIntoView');
  const rows = (
    <details>
      <LinkRows links={[LINK, { ...LINK, id: 2, title: 'Shop' }]} />
    </details>
  );
  const { router } = await renderScreen(rows, { open: '/?version=1#link-2' });
  const card = document.getElementById('link-2');
  expect(document.activeElement).toBe(card);
  expect(card?.closest('details')?.open).toBe(true);
  expect(scrolled.mock.contexts).toEqual([card]);
  await act(() => router.navigate('/?version=1#link-1'));
  expect(document.activeElement).toBe(document.getElementById('link-1'));
});

test('a link is deleted after a question', async () => {
  const requests = fakeServer({ 'DELETE /api/links/1/': { status: 204 } });
  await renderScreen(<LinkRows links={[{ ...LINK, title: 'Film', embed: null }]} Menu={LinkMenu} />);
  await userEvent.click(screen.getByRole('button', { name: 'Actions for link Film' }));
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Delete' }));
  const question = await screen.findByRole('dialog');
  expect(requests).toEqual([]);
  await userEvent.click(within(question).getByRole('button', { name: 'Delete' }));
  await waitFor(() =>
    expect(requests.map(({ method, path }) => [method, path])).toContainEqual(['DELETE', '/api/links/1/']),
  );
});
