import type { Customer } from '@vitrin/shared/contract/customers.ts';
import { AUTH, logIn, PASSWORD } from '../accounts.ts';
import type { Write } from './write.ts';

const NEW_PASSWORD = 'a quiet harbour';

/** Signs up as somebody new; some take a name or an address that is taken. */
export const signUp: Write = ({ visit, random, name }) => {
  const username = `${name}-new-${random.below(200)}`;
  const sent = { username, email: `${username}@example.com`, password: PASSWORD };
  return visit().post(`${AUTH}/auth/signup`, sent);
};

/** Invites a customer, who sets a password by the link, changes it, logs out and logs in again. */
export const welcomeCustomer: Write = async ({ browser, visit, random, name }) => {
  const username = `${name}-guest-${random.below(1_000_000)}`;
  const invited = await browser.post('/api/users/', { username });
  if (invited.statusCode !== 201) return invited;
  const { reset_token } = invited.json<Customer>();
  const guest = visit();
  const chosen = { reset_token, password: PASSWORD, password_confirm: PASSWORD };
  const set = await guest.post('/api/users/reset_password/', chosen);
  if (set.statusCode !== 200) return set;
  const passwords = { current_password: PASSWORD, new_password: NEW_PASSWORD };
  const changed = await guest.post(`${AUTH}/account/password/change`, passwords);
  if (changed.statusCode !== 200) return changed;
  await guest.delete(`${AUTH}/auth/session`);
  return { statusCode: await logIn(guest, username, NEW_PASSWORD), body: '' };
};

/** Cancels the plan, or keeps it after all. */
export const cancelOrKeep: Write = ({ browser, random }) =>
  browser.post(`/api/subscription/${random.pick(['cancel', 'resume'])}/`);
