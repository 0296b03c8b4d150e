import { expect, test } from 'vitest';
import { AUTH } from '../../../testing/accounts.ts';
import { sharedTestApp } from '../../../testing/shared-test-app.ts';

const setup = await sharedTestApp();

const SAYS = {
  en: (username: string) => `You log in as ${username}.`,
  tr: (username: string) => `Giriş adınız: ${username}.`,
};

async function mailedText(email: string): Promise<string> {
  await setup.runJobs();
  return setup.mails.findLast(({ to }) => to === email)?.text ?? '';
}

test.each(['en', 'tr'] as const)(
  "a customer's mails contain the login name and the freelancer's name (%s)",
  async (language) => {
    const ada = await setup.createFreelancer();
    const { browser, username } = await setup.createCustomer({ owner: ada });
    const email = `customer-${language}@example.com`;
    const speaks = { 'accept-language': language };
    await browser.post(`${AUTH}/account/email`, { email }, speaks);
    const verification = await mailedText(email);
    await setup.createBrowser().post(`${AUTH}/auth/password/request`, { email }, speaks);
    const reset = await mailedText(email);
    expect(reset).not.toBe(verification);
    for (const text of [verification, reset]) {
      expect(text).toContain(SAYS[language](username));
      expect(text).toContain(ada.username);
    }
  },
);

test("a freelancer's mails name no freelancer", async () => {
  const { email } = await setup.registerAccount('own-account');
  await setup.createBrowser().post(`${AUTH}/auth/password/request`, { email });
  await setup.runJobs();
  const texts = setup.mails.filter(({ to }) => to === email).map(({ text }) => text);
  expect(texts).toHaveLength(2);
  for (const text of texts) expect(text).not.toMatch(/Your account shows you the work|\{\{/);
});
