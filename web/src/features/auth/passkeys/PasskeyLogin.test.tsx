import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import { type FakeAnswer, fakeServer } from '../../../testing/fake-server.ts';
import { renderScreen } from '../../../testing/render.tsx';
import { PasskeyLogin } from './PasskeyLogin.tsx';

const OPTIONS = '/api/_allauth/browser/v1/auth/webauthn/login';
const optionsFor = (rpId: string): FakeAnswer => ({
  body: { data: { request_options: { publicKey: { challenge: 'AQID', rpId, allowCredentials: [] } } } },
});

/** Shows the button in a browser with passkeys, which offers them in fields too where `offersInField`. */
async function show(answer: FakeAnswer, { offersInField = false, isSecure = true } = {}) {
  const ask = vi.fn<() => Promise<never>>(async () => {
    throw new DOMException('closed', 'NotAllowedError');
  });
  vi.stubGlobal('isSecureContext', isSecure);
  vi.stubGlobal(
    'PublicKeyCredential',
    Object.assign(vi.fn(), { isConditionalMediationAvailable: async () => offersInField }),
  );
  Object.defineProperty(navigator, 'credentials', { configurable: true, value: { get: ask } });
  fakeServer({ [`GET ${OPTIONS}`]: answer });
  const onNone = vi.fn<() => void>();
  const onFailure = vi.fn<(error: unknown) => void>();
  await renderScreen(<PasskeyLogin onNone={onNone} onFailure={onFailure} />);
  return { ask, onNone, onFailure };
}

const button = () => screen.queryByRole('button', { name: 'Use a passkey' });
const ELSEWHERE = /^Passkeys work only at portal\.example\.com, but this page is at localhost\./;
const NOWHERE = /^Passkeys do not work at this address, localhost\./;

test('a page at a host name without passkeys shows a message before the button is pressed', async () => {
  const { ask, onFailure } = await show(optionsFor('portal.example.com'), { offersInField: true });
  expect(await screen.findByText(ELSEWHERE)).toBeDefined();
  expect(button()).toBeNull();
  expect(ask).not.toHaveBeenCalled();
  expect(onFailure).not.toHaveBeenCalled();
});

test.each([
  ['another host name', optionsFor('portal.example.com'), ELSEWHERE],
  ['a number as its address', { status: 404, body: { detail: 'Not found.' } }, NOWHERE],
])('after a press, a server with %s is explained in place of the button', async (_name, answer, sentence) => {
  const { ask, onFailure } = await show(answer);
  await userEvent.click(screen.getByRole('button', { name: 'Use a passkey' }));
  expect(await screen.findByText(sentence)).toBeDefined();
  expect(button()).toBeNull();
  expect(ask).not.toHaveBeenCalled();
  expect(onFailure).not.toHaveBeenCalled();
});

test('a page without https shows a sentence in place of the button', async () => {
  await show(optionsFor('localhost'), { isSecure: false });
  expect(screen.getByText(NOWHERE)).toBeDefined();
  expect(button()).toBeNull();
});

test('a dismissed passkey prompt leaves the button', async () => {
  const { onNone } = await show(optionsFor('localhost'));
  await userEvent.click(screen.getByRole('button', { name: 'Use a passkey' }));
  await waitFor(() => expect(onNone).toHaveBeenCalledOnce());
  expect(button()).not.toBeNull();
});
