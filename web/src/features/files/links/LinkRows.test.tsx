import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { Version } from '@vitrin/shared/contract/versions.ts';
import { renderScreen } from '../../../testing/render.tsx';
import { FileSections } from '../gallery/FileSections.tsx';

const LINK: Version['links'][number] = {
  id: 1,
  title: '<b>Film</b>',
  address: 'https://vimeo.com/1',
  host: 'vimeo.com',
  kind: 'vimeo',
  section: 7,
  created_at: '2026-11-20T10:00:00.000Z',
};

test('a link stands in its section, names its host, and opens in a new tab without a referrer', async () => {
  await renderScreen(
    <FileSections
      version={{ id: 1, sections: [{ id: 7, name: 'Web' }] }}
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
});
