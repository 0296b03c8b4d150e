import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, test, vi } from 'vitest';
import { type FakeAnswer, fakeServer } from '../../../testing/fake-server.ts';
import { renderScreen } from '../../../testing/render.tsx';
import { CUSTOMER, FREELANCER } from '../../../testing/users.ts';
import {
  askToLogInAgain,
  onceSessionResumes,
  personToLogIn,
  sessionResumed,
} from '../../../lib/ended-session.ts';
import { LogInAgain } from './LogInAgain.tsx';

const AUTH = '/api/_allauth/browser/v1';
const sessionOf = (user: typeof FREELANCER): Record<string, FakeAnswer> => ({
  [`GET ${AUTH}/auth/session`]: { body: { data: { user: { id: user.id } } } },
  [`GET /api/users/${user.id}/`]: { body: user },
});

afterEach(sessionResumed);

async function logIn(answer: FakeAnswer, user = FREELANCER) {
  const requests = fakeServer({ [`POST ${AUTH}/auth/login`]: answer, ...sessionOf(user) });
  const goOn = vi.fn<() => void>();
  askToLogInAgain(FREELANCER);
  onceSessionResumes(goOn);
  await renderScreen(<LogInAgain user={FREELANCER} />);
  await userEvent.type(screen.getByLabelText('Password'), 'secret-1{Enter}');
  return { requests, goOn };
}

test('the person whose session has ended logs in, and what waited goes on', async () => {
  const { requests, goOn } = await logIn({ body: { status: 200 } });
  await waitFor(() => expect(goOn).toHaveBeenCalledOnce());
  expect(personToLogIn()).toBeNull();
  expect(requests.find(({ method }) => method === 'POST')?.body).toEqual({
    username: 'ada',
    password: 'secret-1',
  });
});

test('a wrong password is said, and nothing goes on', async () => {
  const { goOn } = await logIn({ status: 400, body: { errors: [{ message: 'Not correct.', code: 'x' }] } });
  expect(await screen.findByText('Not correct.')).toBeDefined();
  expect(goOn).not.toHaveBeenCalled();
});

test('a session of somebody else in the same browser is not taken', async () => {
  const { goOn } = await logIn({ status: 409, body: { status: 409 } }, CUSTOMER);
  expect(await screen.findByText(/^Someone else is logged in/)).toBeDefined();
  expect(goOn).not.toHaveBeenCalled();
  expect(personToLogIn()).toEqual(FREELANCER);
});
