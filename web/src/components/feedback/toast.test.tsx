import { notificationsStore } from '@mantine/notifications';
import { waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { renderScreen } from '../../testing/render.tsx';
import { toastError, toastSuccess } from './toast.ts';

test('a toast shows for 3 seconds, green for success and red for an error', async () => {
  await renderScreen(<i />);
  toastSuccess('Saved');
  toastError('Refused');
  const shown = () => [
    ...notificationsStore.getState().notifications,
    ...notificationsStore.getState().queue,
  ];
  await waitFor(() => expect(shown()).toHaveLength(2));
  expect(shown()).toEqual([
    expect.objectContaining({ message: 'Saved', color: 'green', autoClose: 3000 }),
    expect.objectContaining({ message: 'Refused', color: 'red', autoClose: 3000, role: 'alert' }),
  ]);
});
