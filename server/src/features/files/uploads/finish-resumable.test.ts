import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { UnavailableError } from '../../../errors.ts';
import { createTusApp, type TusApp } from '../../../testing/tus.ts';
import { createByteObserver } from './byte-observer.ts';
import { finishResumable } from './finish-resumable.ts';

let app: TusApp;
beforeEach(async () => {
  app = await createTusApp('disk');
});
afterEach(() => app.close());

test('the observer of an upload that cannot be finished now is released', async () => {
  const { context } = app.setup;
  vi.spyOn(context.storage, 'complete').mockRejectedValue(new UnavailableError('payments.checkout_failed'));
  const observer = createByteObserver();
  await observer.observe(Buffer.from('12345'));
  const leave = vi.spyOn(observer, 'leave');
  const upload = {
    id: 'gone',
    name: 'a.bin',
    version: app.versionId,
    length: 5,
    section: null,
    modifiedAt: null,
    storageKey: '0'.repeat(64),
  };
  await expect(finishResumable(context, app.owner, upload, observer)).rejects.toBeInstanceOf(
    UnavailableError,
  );
  expect(leave).toHaveBeenCalledOnce();
});
