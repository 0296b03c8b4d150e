import { act, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { type ReactNode, Suspense, lazy, useState } from 'react';
import { expect, test } from 'vitest';
import { renderScreen } from '../../testing/render.tsx';
import { FormModal } from './FormModal.tsx';
import { useAutofocus } from './use-autofocus.ts';

function Form() {
  return <input aria-label="Name" {...useAutofocus<HTMLInputElement>()} />;
}

function Dialog({ children }: { children: ReactNode }) {
  const [opened, setOpened] = useState(false);
  return (
    <>
      <button type="button" onClick={() => setOpened(true)}>
        New
      </button>
      <FormModal opened={opened} onClose={() => setOpened(false)} title="New milestone">
        {children}
      </FormModal>
    </>
  );
}

test('the field of a form takes the focus, even if its code loads after the dialog', async () => {
  let arrive: () => void = () => {};
  const LateForm = lazy(
    () => new Promise<{ default: typeof Form }>((resolve) => (arrive = () => resolve({ default: Form }))),
  );
  await renderScreen(
    <Dialog>
      <Suspense>
        <LateForm />
      </Suspense>
    </Dialog>,
  );
  await userEvent.click(screen.getByRole('button', { name: 'New' }));
  await expect.poll(() => document.activeElement).toBe(screen.getByRole('button', { name: 'Close' }));
  await act(async () => arrive());
  expect(document.activeElement).toBe(await screen.findByLabelText('Name'));
});

test('a closed dialog returns the focus to the control that opened it', async () => {
  await renderScreen(
    <Dialog>
      <Form />
    </Dialog>,
  );
  const opener = screen.getByRole('button', { name: 'New' });
  await userEvent.click(opener);
  await expect.poll(() => document.activeElement).toBe(screen.getByLabelText('Name'));
  await userEvent.keyboard('{Escape}');
  await expect.poll(() => document.activeElement).toBe(opener);
});
