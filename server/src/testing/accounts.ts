import { foldedKey, nameKey, usernameKey } from '@vitrin/shared/rules/texts/names.ts';
import type { FastifyInstance, LightMyRequestResponse } from 'fastify';
import type { Database } from '../database/connect.ts';
import type { Mail } from '../adapters/mail/mailer.ts';
import { type Browser, createBrowser } from './browser.ts';

export const AUTH = '/api/_allauth/browser/v1';
export const PASSWORD = 'petrol-green-window';

type Setup = { app: FastifyInstance; db: Database; mails: Mail[]; runJobs: () => Promise<number> };

/** The link to `path` in the newest mail to an address; runs the outbox first. */
async function mailedLink(setup: Setup, to: string, path: string): Promise<URL> {
  await setup.runJobs();
  for (const mail of setup.mails.toReversed()) {
    const link = mail.to === to && /https?:\/\/\S+/.exec(mail.text)?.[0];
    if (link && new URL(link).pathname === path) return new URL(link);
  }
  throw new Error(`No mail to ${to} with a link to ${path}`);
}

async function mailedKey(setup: Setup, email: string): Promise<string> {
  return (await mailedLink(setup, email, '/verify-email')).searchParams.get('key') ?? '';
}

async function mailedToken(setup: Setup, email: string): Promise<string> {
  return (await mailedLink(setup, email, '/password-reset')).searchParams.get('token') ?? '';
}

/** The codes in the newest mail to an address that holds any, in order; runs the outbox first. */
async function mailedCodes(setup: Setup, to: string): Promise<string[]> {
  await setup.runJobs();
  for (const mail of setup.mails.toReversed()) {
    const codes = mail.to === to ? (mail.text.match(/\b\d{6}\b/g) ?? []) : [];
    if (codes.length > 0) return codes;
  }
  throw new Error(`No mail to ${to} with a code`);
}

type Account = { username: string; email: string; browser: Browser };

/**
 * A freelancer who signed up, verified the address elsewhere and logged in, all through the API. A username in
 * the form of an address is written to the database, as older accounts have them: new ones are refused.
 */
async function registerAccount(
  setup: Setup,
  username: string,
  email = `${username}@example.com`,
): Promise<Account> {
  const browser = createBrowser(setup.app);
  const chosen = username.replace('@', '-');
  await browser.post(`${AUTH}/auth/signup`, { username: chosen, email, password: PASSWORD });
  const key = await mailedKey(setup, email);
  await createBrowser(setup.app).post(`${AUTH}/auth/email/verify`, { key });
  if (chosen !== username)
    await setup.db
      .updateTable('users')
      .set({
        username,
        username_key: usernameKey(username),
        folded_key: foldedKey(username),
        name_key: nameKey(username),
      })
      .where('username', '=', chosen)
      .execute();
  await logIn(browser, username);
  return { username, email, browser };
}

export async function logIn(browser: Browser, username: string, password = PASSWORD): Promise<number> {
  return (await browser.post(`${AUTH}/auth/login`, { username, password })).statusCode;
}

/** Confirms the password, so that the session counts as recent again (specification 3.19). */
export async function confirm(browser: Browser, password = PASSWORD): Promise<void> {
  const { statusCode } = await browser.post(`${AUTH}/auth/reauthenticate`, { password });
  if (statusCode !== 200) throw new Error(`The password was not confirmed: ${statusCode}`);
}

export async function isSignedIn(browser: Browser): Promise<boolean> {
  return (await browser.get(`${AUTH}/auth/session`)).statusCode === 200;
}

/** `param:code` of every error, in order. */
export function errorCodes(response: LightMyRequestResponse): string[] {
  const { errors = [] } = response.json<{ errors?: { code: string; param?: string }[] }>();
  return errors.map(({ code, param }) => (param ? `${param}:${code}` : code));
}

/** Makes the functions by which tests register accounts and read their mails, for one application. */
export function accountsOf(setup: Setup) {
  return {
    mailedLink: mailedLink.bind(null, setup),
    mailedKey: mailedKey.bind(null, setup),
    mailedToken: mailedToken.bind(null, setup),
    mailedCodes: mailedCodes.bind(null, setup),
    registerAccount: registerAccount.bind(null, setup),
  };
}
