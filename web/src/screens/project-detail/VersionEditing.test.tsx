import { act, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, onTestFinished, test, vi } from 'vitest';
import { uploadQueue } from '../../features/files/uploads/uploads-of-tab.ts';
import { type FakeAnswer, fakeServer } from '../../testing/fake-server.ts';
import { PROJECT } from '../../testing/projects.ts';
import { renderScreen } from '../../testing/render.tsx';
import { VersionEditing } from './VersionEditing.tsx';

vi.mock(import('../../features/files/uploads/sending/tus-transfer.ts'), () => ({
  startTusTransfer: () => ({ finished: new Promise<void>(() => {}), stop: () => {} }),
}));

const AT = '2026-01-02T10:00:00.000Z';
test('files chosen while a version is being saved are uploaded with the others', async () => {
  const saved = Promise.withResolvers<FakeAnswer>();
  fakeServer({ 'POST /api/versions/': () => saved.promise });
  onTestFinished(() => uploadQueue.cancel(uploadQueue.snapshot().uploads.map(({ key }) => key)));
  await renderScreen(<VersionEditing project={PROJECT}>{(older) => older}</VersionEditing>);
  await userEvent.click(screen.getByRole('button', { name: 'Add version' }));
  const ofFiles = { selector: 'input' };
  const input = await screen.findByLabelText('Choose files', ofFiles, { timeout: 10_000 });
  await userEvent.upload(input, new File(['a'], 'poster.png'));
  await userEvent.click(screen.getAllByRole('button', { name: 'Add version' }).at(-1) ?? input);
  await userEvent.upload(input, new File(['b'], 'jingle.wav'));
  const version = {
    id: 3,
    version_number: '1.0',
    description: '',
    project: 1,
    created_at: AT,
    edited_at: AT,
  };
  await act(async () => saved.resolve({ status: 201, body: { ...version, files: [] } }));
  await vi.waitFor(() =>
    expect(uploadQueue.snapshot().uploads.map(({ name }) => name)).toEqual(['poster.png', 'jingle.wav']),
  );
});
