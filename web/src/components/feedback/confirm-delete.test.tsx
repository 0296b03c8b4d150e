import { MantineProvider } from '@mantine/core';
import { fireEvent, render, screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { OverlaysOnDemand } from '../../layout/OverlaysOnDemand.tsx';
import { confirmDelete } from './confirm-delete.tsx';

test('a second click, while the question fades away, confirms nothing twice', async () => {
  // Uses real transitions, unlike other tests.
  render(
    <MantineProvider>
      <OverlaysOnDemand />
    </MantineProvider>,
  );
  const onConfirm = vi.fn<() => void>();
  confirmDelete({
    title: 'Delete "Draft"?',
    message: 'It goes for good.',
    confirmLabel: 'Delete',
    cancelLabel: 'Cancel',
    onConfirm,
  });
  const button = await screen.findByRole('button', { name: 'Delete', hidden: true }, { timeout: 10_000 });
  fireEvent.click(button);
  expect(button.isConnected).toBe(true);
  fireEvent.click(button);
  expect(onConfirm).toHaveBeenCalledTimes(1);
});
