import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { fakeServer } from '../../testing/fake-server.ts';
import { renderScreen } from '../../testing/render.tsx';
import { ChoicesSection } from './ChoicesSection.tsx';

const PATH = '/api/notices/choices/';

test('a kind of mail is switched off and on again; a choice that cannot be saved is reset', async () => {
  const choices = [
    { notice: 'version_ready', wanted: true },
    { notice: 'milestone_completed', wanted: true },
  ];
  let status = 200;
  const requests = fakeServer({
    [`GET ${PATH}`]: { body: { results: choices } },
    [`PATCH ${PATH}`]: ({ body }) => ({
      status,
      body: {
        results: choices.map((choice) => ({
          ...choice,
          ...(choice.notice === 'version_ready' && (body as object)),
        })),
      },
    }),
  });
  await renderScreen(<ChoicesSection />);
  const version = await screen.findByRole('switch', { name: /^A new version is ready/ });
  await userEvent.click(version);
  await waitFor(() => expect((version as HTMLInputElement).checked).toBe(false));
  expect(requests.at(-1)?.body).toEqual({ notice: 'version_ready', wanted: false });
  status = 500;
  await userEvent.click(version);
  expect(await screen.findByRole('alert')).toBeTruthy();
  await waitFor(() => expect((version as HTMLInputElement).checked).toBe(false));
});
