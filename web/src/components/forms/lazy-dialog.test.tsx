import { Button, Modal } from '@mantine/core';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { type ComponentType, useState } from 'react';
import { expect, test, vi } from 'vitest';
import { renderScreen } from '../../testing/render.tsx';
import { lazyDialog } from './lazy-dialog.tsx';

type Props = { opened: boolean; onClose: () => void };

function Greeting({ opened, onClose }: Props) {
  return (
    <Modal opened={opened} onClose={onClose} title="Greeting">
      <Button onClick={onClose}>Done</Button>
    </Modal>
  );
}

/** A button and a dialog that gets its code when `arrive` is called, in a page that is idle when `rest` is called. */
async function show() {
  let rest = () => {};
  vi.stubGlobal('requestIdleCallback', (callback: () => void) => void (rest = callback));
  vi.stubGlobal('cancelIdleCallback', () => {});
  const code = Promise.withResolvers<ComponentType<Props>>();
  const load = vi.fn<() => Promise<ComponentType<Props>>>(() => code.promise);
  const Dialog = lazyDialog(load);
  function Screen() {
    const [opened, setOpened] = useState(false);
    return (
      <>
        <button type="button" onClick={() => setOpened(true)}>
          Greet
        </button>
        <Dialog opened={opened} onClose={() => setOpened(false)} />
      </>
    );
  }
  await renderScreen(<Screen />);
  const button = screen.getByRole('button', { name: 'Greet' });
  return { load, button, rest: () => rest(), arrive: () => code.resolve(Greeting) };
}

test('the code of a dialog is loaded once the page is idle, and shows nothing', async () => {
  const { load, rest, arrive } = await show();
  expect(load).not.toHaveBeenCalled();
  rest();
  await waitFor(() => expect(load).toHaveBeenCalledOnce());
  arrive();
  expect(screen.queryByRole('dialog')).toBeNull();
});

test('a dialog opened before its code is loaded appears with it, and restores the focus', async () => {
  const { load, button, arrive } = await show();
  button.focus();
  fireEvent.click(button);
  await waitFor(() => expect(load).toHaveBeenCalledOnce());
  arrive();
  const done = await screen.findByRole('button', { name: 'Done' });
  done.focus();
  fireEvent.click(done);
  await waitFor(() => expect(document.activeElement).toBe(button));
});
