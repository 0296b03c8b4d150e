import { setTimeout as pause } from 'node:timers/promises';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { type Delivery, prepareDelivery } from '../../test-kit/delivery.ts';
import { startProduct } from '../../test-kit/product.ts';
import { sampleFile } from '../../test-kit/sample-files/sample-file.ts';
import { startPassingProxy } from '../../test-kit/services/passing-proxy.ts';
import { uploadFile } from '../../test-kit/upload-file.ts';
import { type Browser, inEach, type Visit } from './browser.ts';

const PATIENCE_MS = 30_000;
/** Time to wait for failures after the heading of a screen has appeared, in ms. */
const AFTERWARDS_MS = 1500;

const NOTE_ERRORS = '/note-errors.js';

type Noting = typeof globalThis & { notedErrors?: string[] };

type Seen = { heading: string; errors: string[] };

/**
 * Opens common screens: each must have a heading, and no error may be reported while it loads. WebKit's
 * driver does not expose the console, so pages pass a proxy that adds a script which records errors.
 */
export const visitScreens: Visit = async (browsers, report) => {
  const proxy = await startPassingProxy({
    answer: giveScript,
    changePage: (html) => html.replace('<head>', `<head><script src="${NOTE_ERRORS}"></script>`),
  });
  const product = await startProduct({ env: { PUBLIC_URL: proxy.url, RATE_LIMITS: 'off' } });
  try {
    proxy.to(product.url);
    const delivery = await prepareDelivery({ ...product, url: proxy.url }, 'screens');
    await uploadFile(delivery.freelancer, delivery.version, 'upright.jpg', sampleFile('upright.jpg'));
    await inEach(browsers, async (browser) => {
      for (const { who, path } of screensOf(delivery)) {
        await browser.signIn(proxy.url, who === 'guest' ? new Map() : delivery[who].cookies);
        await browser.open(`${proxy.url}${path}`);
        const { heading, errors } = await look(browser);
        const isRight = heading !== '' && errors.length === 0;
        report({
          browser: browser.name,
          name: `${path} of a ${who}`,
          shown: errors.join('; ') || heading || 'no heading',
          wanted: isRight ? undefined : 'a heading and no error',
        });
      }
    });
  } finally {
    proxy.stop();
    await product.remove();
  }
};

function screensOf({ project }: Delivery): { who: 'guest' | 'freelancer' | 'customer'; path: string }[] {
  const guests = ['/', '/login', '/register', '/reset-password', '/verify'];
  const members = ['/dashboard', '/projects', `/projects/${project}`, '/account'];
  return [
    ...guests.map((path) => ({ who: 'guest' as const, path })),
    ...members.map((path) => ({ who: 'freelancer' as const, path })),
    ...members.map((path) => ({ who: 'customer' as const, path })),
  ];
}

function giveScript({ url }: IncomingMessage, response: ServerResponse): boolean {
  if (url !== NOTE_ERRORS) return false;
  response.writeHead(200, { 'content-type': 'text/javascript' }).end(`(${noteErrors.toString()})()`);
  return true;
}

/** Runs in the page, before any other script of it. */
function noteErrors() {
  const noted: string[] = ((globalThis as Noting).notedErrors = []);
  const logged = console.error;
  console.error = (...words: unknown[]) => {
    noted.push(words.map(String).join(' '));
    logged.apply(console, words);
  };
  const noteError = ({ target, message }: ErrorEvent) => {
    // Firefox reports this even for modules that it has loaded; a failed import would be an error of its own.
    if (target instanceof HTMLLinkElement && target.rel === 'modulepreload') return;
    noted.push(target instanceof Element ? `not loaded: ${target.outerHTML.slice(0, 200)}` : message);
  };
  window.addEventListener('error', noteError, true);
  window.addEventListener('unhandledrejection', ({ reason }) => noted.push(String(reason)));
  window.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) =>
    noted.push(`refused by ${violatedDirective}: ${blockedURI}`),
  );
}

async function look(browser: Browser): Promise<Seen> {
  const end = performance.now() + PATIENCE_MS;
  while (performance.now() < end && (await browser.run(seenInPage, '')).heading === '') await pause(200);
  await pause(AFTERWARDS_MS);
  return browser.run(seenInPage, '');
}

/** Runs in the page of any browser; sent as text, so it must be self-contained. */
function seenInPage(): Seen {
  const heading = document.querySelector('h1');
  const isSeen = heading !== null && heading.getClientRects().length > 0;
  const { notedErrors } = globalThis as Noting;
  return {
    heading: isSeen ? (heading.textContent ?? '') : '',
    errors: notedErrors ?? ['the page notes no errors'],
  };
}
