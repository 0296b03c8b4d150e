import { act, fireEvent, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { expect, test, vi } from 'vitest';
import { renderScreen } from '../../testing/render.tsx';
import { FileField } from './FileField.tsx';

function Field() {
  const [files, setFiles] = useState<File[]>([]);
  return <FileField label="Files" files={files} onChange={setFiles} />;
}

test('files chosen while a dropped one is still being read stay beside it', async () => {
  await renderScreen(<Field />);
  let finishReading: () => void = () => {};
  const dropped = new File(['1'], 'dropped.txt');
  const entry = {
    isFile: true,
    file: (resolve: (file: File) => void) => (finishReading = () => resolve(dropped)),
  };
  fireEvent.drop(screen.getByText('or drop files and folders here'), {
    dataTransfer: { items: [{ kind: 'file', webkitGetAsEntry: () => entry }] },
  });
  await userEvent.upload(
    screen.getByLabelText('Choose files', { selector: 'input' }),
    new File(['2'], 'chosen.txt'),
  );
  await act(async () => finishReading());
  expect(screen.getByRole('button', { name: 'Leave out chosen.txt' })).toBeDefined();
  expect(screen.getByRole('button', { name: 'Leave out dropped.txt' })).toBeDefined();
});

test('an unreadable dropped folder shows an error', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => {});
  await renderScreen(<Field />);
  const entry = {
    isFile: true,
    file: (_resolve: (file: File) => void, reject: (error: Error) => void) => reject(new Error('gone')),
  };
  fireEvent.drop(screen.getByText('or drop files and folders here'), {
    dataTransfer: { items: [{ kind: 'file', webkitGetAsEntry: () => entry }] },
  });
  expect(await screen.findByText(/Some of what you dropped/, undefined, { timeout: 10_000 })).toBeDefined();
});
