import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { isAppPath } from '@vitrin/shared/rules/app-paths.ts';
import type { Context } from '../../context.ts';
import { isDatabaseAway } from '@vitrin/engine/sql/errors.ts';
import { AwayError, NotFoundError } from '../../errors.ts';
import {
  type LandingChoice,
  type LandingPage,
  type LandingTemplates,
  type PlansOf,
  landingPages,
} from './landing-page.ts';
import { landingChoice, pageLanguage } from './page-language.ts';
import { answerOtherMethods, refuseMethod } from '../guards/method-not-allowed.ts';
import { type PageHashes, hashesOf } from './page-hashes.ts';
import { firstAddressOf } from './screen-content.ts';
import { openedBy, screenPages } from './screen-pages.ts';
import type { Opened } from '@vitrin/shared/rules/rendered-pages.ts';
import { compressQuickly } from '@vitrin/engine/pages/page-compression.ts';
import { type Preloads, readPreloads, withPreloads } from './page-preloads.ts';
import { createWebRenderer, type WebRenderer } from './web-renderer.ts';
import { answerSearchEngines } from './site-files.ts';
import { addressWithoutView, readerOf } from '../guards/client-view.ts';
import { loadSessions, type Sessions } from '../guards/session-cookie.ts';

const FOLDER = fileURLToPath(new URL('../../../../web/dist', import.meta.url));

/** Paths that are no page even when no route answers them. */
const API_PATH = /^\/(api|_allauth)(\/|$)/;

/** The built web application; without one (API tests, the development server) every page is a 404. */
export type WebBuild = {
  folder: string;
  page: string | undefined;
  /** The page on which anybody checks a receipt of delivery, apart from the app. */
  verify: string | undefined;
  landing: LandingTemplates;
  preloads: Preloads;
  readOnlyBar: string;
  hashes: PageHashes;
};

const ASSETS = '/assets/';

const POLICY = 'content-security-policy';

/** The script of the thread that lists archives; only it may run WebAssembly, and it does nothing else. */
const SEVEN_ZIP_THREAD = /\/seven-zip-worker-[^/]*$/;
const SEVEN_ZIP_POLICY = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; connect-src 'self'";

/** Policy of threads, and of files that are opened by themselves. */
const ASSET_POLICY = "default-src 'self';frame-ancestors 'none'";
/** Browsers read these from documents only. A page has thirty files, each of which comes 0.75 kB shorter. */
const OF_DOCUMENTS = [
  'cross-origin-opener-policy',
  'origin-agent-cluster',
  'permissions-policy',
  'referrer-policy',
  'x-dns-prefetch-control',
  'x-download-options',
  'x-frame-options',
  'x-permitted-cross-domain-policies',
  'x-xss-protection',
];

/** A page depends on who asks and in which language, and no cache between the two keeps it. */
const PAGE_HEADERS = {
  'cache-control': 'private, no-cache',
  vary: 'Accept-Language, Cookie, Accept-Encoding',
};

const NO_PRELOADS = '[]';

export function readWebBuild(folder: string = FOLDER): WebBuild {
  const read = (name: string) =>
    existsSync(join(folder, name)) ? readFileSync(join(folder, name), 'utf8') : undefined;
  const page = read('index.html');
  const [en, tr] = [read('.render/landing.en.html'), read('.render/landing.tr.html')];
  const verify = read('verify.html');
  const pages = [page, verify, en, tr].filter((html) => html !== undefined);
  return {
    folder,
    page,
    verify,
    landing: { ...(en && { en }), ...(tr && { tr }) },
    preloads: readPreloads(read('.vite/preloads.json') ?? NO_PRELOADS),
    readOnlyBar: readOnlyBarOf(read('.vite/manifest.json') ?? '{}'),
    hashes: hashesOf(pages),
  };
}

type Manifest = Record<string, { file: string; css?: string[] } | undefined>;

function readOnlyBarOf(json: string): string {
  const bar = (JSON.parse(json) as Manifest)['src/lib/read-only/banner.ts'];
  if (!bar) return '';
  const sheets = (bar.css ?? []).map((file) => `<link rel="stylesheet" href="/${file}" />`).join('');
  return `${sheets}<script type="module" src="/${bar.file}"></script>`;
}

/** Returns the renderer of a build's pages; null without a build. Stop it when the server stops. */
export function rendererOf({ folder, page }: WebBuild): WebRenderer | null {
  return page === undefined ? null : createWebRenderer(join(folder, '.render/render.js'));
}

type WebAppOptions = {
  renderer: WebRenderer | null;
  sessions: Sessions;
  plansOf: PlansOf;
  screenMilliseconds: number | undefined;
};

export async function serveWebApp(
  app: FastifyInstance,
  context: Context,
  build: WebBuild,
  { renderer, sessions, plansOf, screenMilliseconds }: WebAppOptions,
): Promise<void> {
  if (build.page === undefined || !renderer) return;
  const { page } = build;
  const otherMethods = answerOtherMethods(app);
  // Before the open requests are waited for: they go on without what is being rendered.
  app.addHook('preClose', (done) => {
    renderer.stop();
    done();
  });
  const landingOf = landingPages(context, build.landing, plansOf, renderer.render);
  const screenOf = screenPages(app, context, renderer, screenMilliseconds);
  answerSearchEngines(app, context);
  app.get('/verify', { schema: { hide: true } }, async (_request, reply) => {
    if (build.verify === undefined) throw new NotFoundError();
    return reply.header('cache-control', 'no-cache').type('text/html; charset=utf-8').send(build.verify);
  });
  await app.register(async (root) => {
    loadSessions(root, context, sessions);
    showPageWhileAway(root, page);
    root.get('/', { schema: { hide: true } }, async (request, reply) =>
      answerRoot(request, reply, landingOf, page),
    );
    root.get('/*', { schema: { hide: true } }, async (request, reply) => {
      const path = request.url.split('?')[0] ?? '/';
      if (API_PATH.test(path)) throw new NotFoundError();
      const own = addressWithoutView(request);
      if (own !== undefined) return reply.headers(PAGE_HEADERS).redirect(own, 302);
      const [language, reader] = [pageLanguage(request), readerOf(request)];
      const shellOf = (opens: Opened | undefined) =>
        withPreloads(page, build.preloads, path, { language, reader, opens });
      const screen = (await screenOf(request, shellOf)) ?? {
        html: shellOf(openedBy(request)),
        headers: {},
        styleSource: '',
      };
      if ('leadsTo' in screen) return reply.headers(PAGE_HEADERS).redirect(screen.leadsTo, 302);
      const { html, headers, styleSource } = screen;
      if (styleSource) allowStyle(reply, styleSource);
      reply.code(isAppPath(path) ? 200 : 404);
      const isReadOnly = app.readOnly.reason() !== undefined;
      const shown = isReadOnly ? html.replace('</body>', () => `${build.readOnlyBar}</body>`) : html;
      return sendCompressed(request, reply, shown, headers);
    });
  });
  await serveFiles(app, build.folder);
  app.route({
    url: '/*',
    method: app.supportedMethods.filter((method) => method !== 'GET' && method !== 'HEAD'),
    schema: { hide: true },
    onRequest: (request, reply) => {
      const path = request.url.split('?')[0] ?? '/';
      if (!isAppPath(path) && !path.startsWith(ASSETS)) throw new NotFoundError();
      return refuseMethod(reply, 'GET, HEAD');
    },
    handler: (_request, reply) => refuseMethod(reply, 'GET, HEAD'),
  });
  otherMethods.register();
}

/** Serves hashed files of the build by one route, and the few beside the pages. */
async function serveFiles(app: FastifyInstance, folder: string): Promise<void> {
  const usual = { index: false as const, preCompressed: true, cacheControl: false };
  await app.register(fastifyStatic, {
    ...usual,
    root: join(folder, 'assets'),
    prefix: ASSETS,
    setHeaders: (reply, file) => {
      reply.header('cache-control', 'public, max-age=31536000, immutable');
      for (const name of OF_DOCUMENTS) reply.removeHeader(name);
      reply.header(POLICY, SEVEN_ZIP_THREAD.test(file) ? SEVEN_ZIP_POLICY : ASSET_POLICY);
    },
  });
  await app.register(fastifyStatic, {
    ...usual,
    root: folder,
    wildcard: false,
    globIgnore: ['assets/**'],
    decorateReply: false,
    setHeaders: (reply) => {
      reply.header('cache-control', 'no-cache');
    },
  });
}

/** Sends the page without content while the database is away: the page says so itself, with a way to try again. */
function showPageWhileAway(root: FastifyInstance, page: string): void {
  root.setErrorHandler((error: Error, request, reply) => {
    const isPage = !API_PATH.test(request.url);
    // The application's error handler takes over.
    if (!isPage || !isDatabaseAway(error)) throw error;
    request.log.error({ reqId: request.id, err: error }, 'Another system does not answer');
    const { retryAfterSeconds, statusCode } = new AwayError('errors.database_away', error);
    return sendPage(reply.code(statusCode), page, { 'retry-after': String(retryAfterSeconds) });
  });
}

/** Redirects signed-in users to their first screen and shows others the landing page (specification 2.1). */
async function answerRoot(
  request: FastifyRequest,
  reply: FastifyReply,
  landingOf: (choice: LandingChoice) => Promise<LandingPage | undefined>,
  page: string,
) {
  if (request.session?.user) {
    const address = await firstAddressOf(request.server, request);
    return reply.headers(PAGE_HEADERS).redirect(address, 302);
  }
  const landing = await landingOf(landingChoice(request));
  if (!landing) return sendPage(reply, page);
  if (!takesBrotli(request)) return sendPage(reply, landing.html);
  return sendPage(reply.header('content-encoding', 'br'), landing.brotli);
}

/** Sends a page that is made for this visit, on its way through another thread to a third of its size. */
async function sendCompressed(
  request: FastifyRequest,
  reply: FastifyReply,
  html: string,
  headers: Record<string, string>,
) {
  if (!takesBrotli(request)) return sendPage(reply, html, headers);
  return sendPage(reply.header('content-encoding', 'br'), await compressQuickly(html), headers);
}

function allowStyle(reply: FastifyReply, source: string): void {
  const policy = String(reply.getHeader(POLICY));
  reply.header(POLICY, policy.replace("style-src-elem 'self'", `$& ${source}`));
}

function takesBrotli({ headers }: FastifyRequest): boolean {
  return /\bbr\b/.test(headers['accept-encoding'] ?? '');
}

function sendPage(reply: FastifyReply, html: string | Buffer, headers: Record<string, string> = {}) {
  return reply
    .headers({ ...PAGE_HEADERS, ...headers })
    .type('text/html; charset=utf-8')
    .send(html);
}
