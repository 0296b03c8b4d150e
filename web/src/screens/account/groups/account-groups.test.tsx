import { screen } from '@testing-library/react';
import type { User } from '@vitrin/shared/contract/users.ts';
import { expect, test, vi } from 'vitest';
import { setCurrentUser } from '../../../features/auth/api.ts';
import { fakeServer } from '../../../testing/fake-server.ts';
import { renderScreen } from '../../../testing/render.tsx';
import { CUSTOMER, FREELANCER } from '../../../testing/users.ts';
import { AccountScreen } from '../AccountScreen.tsx';
import { AccountGroup } from './AccountGroup.tsx';
import { GroupLinks } from './GroupLinks.tsx';
import { groupsOf } from './groups.ts';
import { useGroupInView } from './use-group-in-view.ts';

const CLIENTS = ['Profile', 'Login and security', 'Email notifications', 'Your data'];

const FREELANCERS = CLIENTS.toSpliced(3, 0, 'Calendar and feed', 'Programs and tokens', 'Plan and payments');

test.each([
  ['a freelancer', true, FREELANCERS],
  ['a client', false, CLIENTS],
])('%s finds the groups by links to them', async (_who, isFreelancer, names) => {
  await renderScreen(<GroupLinks groups={groupsOf(isFreelancer)} />, {
    at: '/account',
    open: '/account#security',
  });
  const links = screen.getAllByRole('link');
  expect(links.map((link) => link.textContent)).toEqual(names);
  expect(links.map((link) => link.getAttribute('aria-current'))).toEqual(
    names.map((name) => (name === 'Login and security' ? 'location' : null)),
  );
});

test('the group in the address is scrolled into view', async () => {
  const scrolled = vi.spyOn(Element.prototype, 'scrollIntoView');
  await renderScreen(<Groups />, { at: '/account', open: '/account#data' });
  expect(scrolled.mock.contexts).toEqual([screen.getByRole('region', { name: 'Your data' })]);
});

function Groups() {
  useGroupInView();
  return (
    <>
      <AccountGroup group="profile">first</AccountGroup>
      <AccountGroup group="data">last</AccountGroup>
    </>
  );
}

test.each([
  [FREELANCER, ['What clients see', 'Export and import'], ['Your name', 'Another freelancer']],
  [{ ...CUSTOMER, email: 'client@example.com' }, ['Your name', 'Another freelancer'], ['What clients see']],
])('the account of $user_type has the sections of that role below its groups', async (user, own, others) => {
  fakeServer({});
  await renderScreen(<WholeAccount user={user} />, { at: '/account' });
  for (const name of own) expect(await screen.findByRole('heading', { level: 3, name })).toBeDefined();
  for (const name of others) expect(screen.queryByRole('heading', { name })).toBeNull();
  const groups = screen.getAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent);
  expect(groups).toEqual(user.isFreelancer ? FREELANCERS : CLIENTS);
  const names = screen.getAllByRole('heading').map(({ textContent }) => textContent);
  expect(names.length).toBe(new Set(names).size);
});

/** The screen of a user who is already loaded. */
function WholeAccount({ user }: { user: User }) {
  setCurrentUser(user);
  return <AccountScreen />;
}
