import { act, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import { fakeServer } from '../../testing/fake-server.ts';
import { renderScreen } from '../../testing/render.tsx';
import * as providerApi from './provider-api.ts';
import { SocialLogin } from './SocialLogin.tsx';

test('the button of a provider regains the focus when the redirect cannot start', async () => {
  fakeServer({
    'GET /api/_allauth/browser/v1/config': {
      body: { status: 200, data: { socialaccount: { providers: [{ id: 'google', name: 'Google' }] } } },
    },
  });
  const start = Promise.withResolvers<void>();
  vi.spyOn(providerApi, 'goToProvider').mockReturnValue(start.promise);
  const onFailure = vi.fn<(text: string) => void>();
  await renderScreen(<SocialLogin onFailure={onFailure} />, { at: '/login' });
  const button = await screen.findByRole('button', { name: 'Continue with Google' });
  await userEvent.click(button);
  // Imitates browsers, which unlike jsdom take the focus off a disabled button.
  act(() => button.blur());
  await act(async () => start.reject(new Error('No CSRF token')));
  expect(document.activeElement).toBe(button);
  expect(onFailure).toHaveBeenCalledOnce();
});
