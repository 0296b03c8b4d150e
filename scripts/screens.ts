import { mkdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import type { Project } from '@vitrin/shared/contract/projects.ts';
import { type Browser, chromium } from '@playwright/test';
import { seedDemo } from './demo/seed.ts';
import { DEMO_FREELANCER, DEMO_PASSWORD } from './demo/story.ts';
import { ensureChromium } from './ensure-chromium.ts';
import { CHROMIUM_ARGUMENTS } from './find-chromium.ts';
import { inviteCustomer } from './testing/accounts.ts';
import { type ApiSession, openApiSession } from './testing/api-session.ts';
import { startProduct } from './testing/product.ts';

/**
 * Takes pictures of every screen, filled with the demo, into screens/: on a desktop and a phone, light and dark.
 * `--language=tr` for Turkish; other arguments keep only the screens whose name contains one of them.
 */
const root = path.resolve(import.meta.dirname, '..');
const folder = path.join(root, 'screens');
const SIZES = { desktop: { width: 1440, height: 900 }, phone: { width: 390, height: 844 } };
const THEMES = ['light', 'dark'] as const;
const language = process.argv.includes('--language=tr') ? 'tr' : 'en';
const wanted = process.argv.slice(2).filter((argument) => !argument.startsWith('--'));

type Screen = { name: string; address: string; session?: ApiSession };

const product = await startProduct();
const browser = await chromium.launch({ executablePath: ensureChromium(), args: [...CHROMIUM_ARGUMENTS] });
try {
  await seedDemo(product);
  const screens = (await allScreens()).filter(
    ({ name }) => wanted.length === 0 || wanted.some((part) => name.includes(part)),
  );
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder);
  for (const screen of screens) await takePictures(browser, screen);
  console.log(`${screens.length} screens in ${folder}`);
} finally {
  await browser.close();
  await product.remove();
}

async function allScreens(): Promise<Screen[]> {
  const freelancer = await logIn(DEMO_FREELANCER.username);
  const invited = await inviteCustomer(freelancer, 'yeni.müşteri');
  const { results } = await freelancer.expectCall<{ results: Project[] }>(200, 'GET', '/api/projects/');
  const [newest] = results;
  if (!newest) throw new Error('the demo has no project');
  const customer = await logIn(newest.customer ?? '');
  const guestScreens = {
    landing: '/',
    login: '/login',
    register: '/register',
    'verify-email': '/verify-email?email=elif@example.com&key=wrong',
    'reset-password': '/reset-password',
    'customer-register': `/customer-register?token=${encodeURIComponent(invited.reset_token ?? '')}`,
    'not-found': '/nowhere',
  };
  const freelancerScreens = {
    dashboard: '/dashboard',
    projects: '/projects',
    project: `/projects/${newest.id}`,
    customers: '/customers',
    pricing: '/subscription/pricing',
    analytics: '/analytics',
    account: '/account',
  };
  const customerScreens = {
    'client-dashboard': '/dashboard',
    'client-projects': '/projects',
    'client-project': `/projects/${newest.id}`,
    'client-account': '/account',
  };
  const list = (addresses: Record<string, string>, session?: ApiSession) =>
    Object.entries(addresses).map(([name, address]) => ({ name, address, ...(session && { session }) }));
  return [...list(guestScreens), ...list(freelancerScreens, freelancer), ...list(customerScreens, customer)];
}

async function logIn(username: string): Promise<ApiSession> {
  const session = openApiSession(product.url);
  const payload = { username, password: DEMO_PASSWORD };
  await session.expectCall(200, 'POST', '/_allauth/browser/v1/auth/login', payload);
  return session;
}

async function takePictures(chrome: Browser, { name, address, session }: Screen): Promise<void> {
  for (const [size, viewport] of Object.entries(SIZES))
    for (const theme of THEMES) {
      const context = await chrome.newContext({
        viewport,
        baseURL: product.url,
        locale: language,
        colorScheme: theme,
      });
      const cookies = Array.from(session?.cookies ?? [], ([key, value]) => ({
        name: key,
        value,
        url: product.url,
      }));
      await context.addCookies([...cookies, { name: 'language', value: language, url: product.url }]);
      await context.addInitScript(
        (choice) => {
          localStorage.setItem('theme', choice.theme);
          localStorage.setItem('language', choice.language);
        },
        { theme, language },
      );
      const page = await context.newPage();
      await page.goto(address, { waitUntil: 'networkidle' });
      await page.screenshot({
        path: path.join(folder, `${name}-${size}-${theme}-${language}.png`),
        fullPage: true,
      });
      await context.close();
    }
}
