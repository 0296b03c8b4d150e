import { fireEvent, screen } from '@testing-library/react';
import type { ProjectFile } from '@vitrin/shared/contract/files.ts';
import { useState } from 'react';
import { expect, test } from 'vitest';
import { PICTURE } from '../../../testing/projects.ts';
import { renderScreen } from '../../../testing/render.tsx';
import { cardLinkId } from '../grid/card-link.ts';
import { OpenedFile } from './OpenedFile.tsx';

const FILES: readonly ProjectFile[] = [1, 2, 3].map((id) => ({ ...PICTURE, id, name: `${id}.png` }));

/** A page with the card of each file, and the second one open. */
function Page() {
  const [file, setFile] = useState<ProjectFile | null>(FILES[1] ?? null);
  const viewer = { file, isNeeded: false, open: setFile, show: setFile, close: () => setFile(null) };
  return (
    <>
      <OpenedFile viewer={viewer} files={FILES} />
      {FILES.map(({ id }) => (
        <button key={id} type="button" id={cardLinkId(id)}>
          Card {id}
        </button>
      ))}
    </>
  );
}

test('the arrow keys move between files before the viewer is loaded, and Escape leads back to the card', async () => {
  await renderScreen(<Page />);
  expect(screen.getByTestId('first-look').textContent).toContain('2.png');
  fireEvent.keyDown(document.body, { key: 'ArrowRight' });
  expect(screen.getByTestId('first-look').textContent).toContain('3.png');
  fireEvent.keyDown(document.body, { key: 'ArrowRight' });
  fireEvent.keyDown(document.body, { key: 'ArrowLeft' });
  fireEvent.keyDown(document.body, { key: 'ArrowLeft' });
  expect(screen.getByTestId('first-look').textContent).toContain('1.png');
  fireEvent.keyDown(document.body, { key: 'Escape' });
  expect(screen.queryByTestId('first-look')).toBeNull();
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Card 1' }));
});
