import { act, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { askToLogInAgain, sessionResumed } from '../../lib/ended-session.ts';
import { renderScreen } from '../../testing/render.tsx';
import { FREELANCER } from '../../testing/users.ts';
import { FormMessage } from './FormMessage.tsx';

test('a form no longer reports an ended session once its user has logged in again', async () => {
  await renderScreen(
    <>
      <FormMessage type="error">Your session has expired.</FormMessage>
      <FormMessage type="info">A hint.</FormMessage>
    </>,
  );
  act(() => askToLogInAgain(FREELANCER));
  expect(screen.getByText('Your session has expired.')).toBeDefined();
  act(sessionResumed);
  expect(screen.queryByText('Your session has expired.')).toBeNull();
  expect(screen.getByText('A hint.')).toBeDefined();
});

test('an error after that is shown', async () => {
  await renderScreen(<FormMessage type="error">The name is taken.</FormMessage>);
  expect(screen.getByText('The name is taken.')).toBeDefined();
});
