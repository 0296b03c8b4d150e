import type { EmailAddress } from '@vitrin/shared/contract/account/auth.ts';
import { AUTH } from '../../server/src/testing/accounts.ts';
import { type Actor, inTurn } from './actor.ts';
import type { Write } from './write.ts';

const URL = `${AUTH}/account/email`;

const addressOf = ({ name, random }: Actor) => `${name}-${random.below(4)}@example.com`;

export const addAddress: Write = (actor) => actor.browser.post(URL, { email: addressOf(actor) });

export const removeAddress: Write = (actor) => actor.browser.delete(URL, { email: addressOf(actor) });

/** Adds an address, verifies it by the mail, makes it the main one, and removes a verified one, often the former. */
export const replaceMainAddress: Write = ({ browser, linkMailed, random, name }) => {
  const email = `${name}-main-${random.below(1_000_000_000)}@example.com`;
  return inTurn(
    [200, () => browser.post(URL, { email })],
    [
      200,
      async () => {
        const key = (await linkMailed(email, '/verify-email')).searchParams.get('key');
        return browser.post(`${AUTH}/auth/email/verify`, { key });
      },
    ],
    [200, () => browser.patch(URL, { email, primary: true })],
    [
      200,
      async () => {
        const { data } = (await browser.get(URL)).json<{ data: EmailAddress[] }>();
        const former = data.find(({ verified, primary }) => verified && !primary);
        return browser.delete(URL, { email: former?.email ?? email });
      },
    ],
  );
};
