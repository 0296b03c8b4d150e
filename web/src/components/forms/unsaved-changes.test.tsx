import { TextInput } from '@mantine/core';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { Link } from 'react-router';
import { expect, test, vi } from 'vitest';
import { renderScreen } from '../../testing/render.tsx';
import { FormModal } from './FormModal.tsx';
import { useUnsavedChanges } from './unsaved-changes.ts';

function NameForm({ onCancel }: { onCancel: () => void }) {
  const [name, setName] = useState('');
  useUnsavedChanges(name !== '');
  return (
    <>
      <TextInput label="Name" value={name} onChange={(event) => setName(event.currentTarget.value)} />
      <dialog open aria-label="Link">
        <input aria-label="Address" />
      </dialog>
      <Link to="/elsewhere">Elsewhere</Link>
      <button type="button" onClick={onCancel}>
        Cancel
      </button>
    </>
  );
}

async function show() {
  const onClose = vi.fn<() => void>();
  const Dialog = () => {
    const [opened, setOpened] = useState(true);
    const close = () => {
      onClose();
      setOpened(false);
    };
    return (
      <FormModal opened={opened} onClose={close} title="New">
        <NameForm onCancel={close} />
      </FormModal>
    );
  };
  const { router } = await renderScreen(<Dialog />);
  return { onClose, router, user: userEvent.setup() };
}

const QUESTION = 'Discard what you typed?';
const question = () => screen.findByRole('dialog', { name: QUESTION });
const isLeft = () => !dispatchEvent(new Event('beforeunload', { cancelable: true }));

test('a dialog without changes closes and is left without a question', async () => {
  const { onClose, user } = await show();
  expect(isLeft()).toBe(false);
  await user.keyboard('{Escape}');
  expect(onClose).toHaveBeenCalledOnce();
});

test.each([
  ['Escape', (user: ReturnType<typeof userEvent.setup>) => user.keyboard('{Escape}')],
  ['the cross', (user: ReturnType<typeof userEvent.setup>) => user.click(screen.getByLabelText('Close'))],
])('%s asks before it discards input, and keeps it on request', async (_by, leave) => {
  const { onClose, user } = await show();
  await user.type(screen.getByLabelText('Name'), 'Draft');
  await leave(user);
  await question();
  await user.click(screen.getByRole('button', { name: 'Keep editing' }));
  await waitFor(() => expect(screen.queryByRole('dialog', { name: QUESTION })).toBeNull());
  expect(onClose).not.toHaveBeenCalled();
  expect(screen.getByLabelText<HTMLInputElement>('Name').value).toBe('Draft');
  await leave(user);
  await question();
  await user.click(screen.getByRole('button', { name: 'Discard' }));
  expect(onClose).toHaveBeenCalledOnce();
  expect(isLeft()).toBe(false);
});

test('Escape in the question keeps the input and closes the question alone', async () => {
  const { onClose, user } = await show();
  await user.type(screen.getByLabelText('Name'), 'Draft');
  await user.keyboard('{Escape}');
  await question();
  await user.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('dialog', { name: QUESTION })).toBeNull());
  expect(onClose).not.toHaveBeenCalled();
});

test("the form's own Cancel discards input without a question", async () => {
  const { onClose, user } = await show();
  await user.type(screen.getByLabelText('Name'), 'Draft');
  await user.click(screen.getByRole('button', { name: 'Cancel' }));
  expect(onClose).toHaveBeenCalledOnce();
});

test('Escape in the field of a link does not close the dialog around it', async () => {
  const { onClose, user } = await show();
  await user.click(screen.getByLabelText('Address'));
  await user.keyboard('{Escape}');
  expect(onClose).not.toHaveBeenCalled();
});

test('leaving the screen and reloading wait for the answer', async () => {
  const { onClose, router, user } = await show();
  await user.type(screen.getByLabelText('Name'), 'Draft');
  expect(isLeft()).toBe(true);
  await user.click(screen.getByText('Elsewhere'));
  await question();
  await user.click(screen.getByRole('button', { name: 'Keep editing' }));
  expect(router.state.location.pathname).toBe('/');
  await user.click(screen.getByText('Elsewhere'));
  await question();
  await user.click(screen.getByRole('button', { name: 'Discard' }));
  await waitFor(() => expect(router.state.location.pathname).toBe('/elsewhere'));
  expect(onClose).toHaveBeenCalledOnce();
});
