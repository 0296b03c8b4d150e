import { screen } from '@testing-library/react';
import type { ReactElement } from 'react';
import { expect, test } from 'vitest';
import { CustomerRegisterScreen } from './customer-register/CustomerRegisterScreen.tsx';
import { LoginScreen } from './login/LoginScreen.tsx';
import { PasswordResetScreen } from './password-reset/PasswordResetScreen.tsx';
import { RegisterScreen } from './register/RegisterScreen.tsx';
import { fakeServer } from '../testing/fake-server.ts';
import { renderScreen } from '../testing/render.tsx';

const VALID = {
  'GET /api/users/verify_token/': {
    body: {
      token: 't',
      kind: 'reset',
      username: 'bora',
      freelancer: null,
      work: null,
      has_identities: false,
    },
  },
};
const NEW_PASSWORD = ['username', 'new-password', 'new-password'];

test.each<[at: string, element: ReactElement, fields: string[]]>([
  ['/login', <LoginScreen key="login" />, ['username webauthn', 'current-password']],
  ['/register', <RegisterScreen key="register" />, ['username', 'email', 'new-password']],
  ['/password-reset?token=t', <PasswordResetScreen key="reset" />, NEW_PASSWORD],
  [
    '/customer-register?token=t',
    <CustomerRegisterScreen key="invited" />,
    ['username', 'new-password', 'email'],
  ],
])('a password manager finds the name and the password on %s', async (at, element, fields) => {
  fakeServer(VALID);
  const { container } = await renderScreen(element, { at });
  await screen.findAllByLabelText(/password/i);
  const inputs = [...container.querySelectorAll('form input')];
  expect(inputs.map((input) => input.getAttribute('autocomplete'))).toEqual(fields);
});

test.each([
  ['/password-reset?token=t', <PasswordResetScreen key="reset" />, true],
  // The invitation shows the name only once.
  ['/customer-register?token=t', <CustomerRegisterScreen key="invited" />, false],
])('%s shows the username for the login, read-only', async (at, element, isExplained) => {
  fakeServer(VALID);
  await renderScreen(element, { at });
  const name = await screen.findByLabelText('Your username');
  expect(name).toHaveProperty('value', 'bora');
  expect(name).toHaveProperty('readOnly', true);
  expect(screen.queryByText(/You log in as bora/) !== null).toBe(isExplained);
});
