import { screen } from '@testing-library/react';
import type { User } from '@vitrin/shared/contract/users.ts';
import { expect, test } from 'vitest';
import { setCurrentUser } from '../../features/auth/api.ts';
import { fakeServer } from '../../testing/fake-server.ts';
import { renderScreen } from '../../testing/render.tsx';
import { CUSTOMER, FREELANCER } from '../../testing/users.ts';
import { ProfileSection } from './ProfileSection.tsx';

const AUTH = '/api/_allauth/browser/v1';

test.each([
  [FREELANCER, 'Freelancer', 'Serbest çalışan', 'petrol'],
  [CUSTOMER, 'Client', 'Müşteri', 'gray'],
] as const)('the badge of a user reads "$1" or "$2", in $3', async (user, english, turkish, color) => {
  fakeServer({
    [`GET ${AUTH}/auth/session`]: { body: { data: { user: { id: user.id } } } },
    [`GET /api/users/${user.id}/`]: { body: user },
  });
  for (const [language, text] of [
    ['en', english],
    ['tr', turkish],
  ] as const) {
    const { unmount } = await renderScreen(<ProfileOf user={user} />, { language });
    const badge = (await screen.findByText(text)).parentElement;
    expect(badge?.getAttribute('style')).toContain(`--mantine-color-${color}-light`);
    unmount();
  }
});

function ProfileOf({ user }: { user: User }) {
  setCurrentUser(user);
  return <ProfileSection />;
}
