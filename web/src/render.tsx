import { QueryClient } from '@tanstack/react-query';
import {
  DATA_ELEMENT_ID,
  PLANS_ELEMENT_ID,
  type Render,
  type RenderedPage,
  type RenderedPages,
} from '@vitrin/shared/rules/rendered-pages.ts';
import type { Translator } from './i18n/translator.ts';
import { StaticRouterProvider, createStaticHandler, createStaticRouter } from 'react-router';
import { trustTexts } from './components/rich-text/RichText.tsx';
import { currentUserQuery } from './features/auth/api.ts';
import { invitationTitle } from './features/auth/passwords/invitation-title.ts';
import { plansQuery } from './features/plans/api.ts';
import { createI18n, TEXT_PARTS } from './i18n/i18n.ts';
import type { Language } from '@vitrin/shared/contract/users.ts';
import type { RenderedClock } from './components/rendered-clock.ts';
import { withPreloadsApart } from './picture-preloads.ts';
import { escapeText, styleOf } from './lib/html-text.ts';
import { headOf, jsonInPage } from './render-head.ts';
import { renderTree } from './components/render-tree.tsx';
import { clockOf, fillCache } from './screen-data.ts';
import { routes } from './router.tsx';

/** Copies of projects are rendered by a build of their own (offline/render.tsx). */
type OwnPage = Exclude<keyof RenderedPages, 'offline'>;
type Pages = { [Page in OwnPage]: (data: RenderedPages[Page]) => Promise<RenderedPage> };

const PAGES: Pages = { landing: renderLanding, screen: renderScreen };

trustTexts();

/** Kept for all pages: making them takes a quarter of a page's time. */
const handler = createStaticHandler(routes.map((route) => withoutLoaders(route)));
const textsOf = new Map<Language, Promise<Translator>>();

function loadTextsOf(language: Language): Promise<Translator> {
  const loaded = textsOf.get(language) ?? createI18n(language, TEXT_PARTS);
  textsOf.set(language, loaded);
  return loaded;
}

/** Pages as HTML, outside of a browser: the server calls it in a process of its own. */
export const render: Render<OwnPage> = async (page, data) => PAGES[page](data);

/** The landing page with these plans, as cards and as data from which React goes on in the browser. */
async function renderLanding(data: RenderedPages['landing']): Promise<RenderedPage> {
  const { language, template, plans } = data;
  const i18n = await loadTextsOf(language);
  const client = new QueryClient();
  client.setQueryData(currentUserQuery.queryKey, null);
  client.setQueryData(plansQuery.queryKey, plans);
  const { html: root } = await renderRoute('/', i18n, client);
  const plansData = `<script type="application/json" id="${PLANS_ELEMENT_ID}">${jsonInPage(plans)}</script>`;
  const headed = put(template, '<title>Vitrin</title>', headOf(i18n, data));
  // The plans last, so that nothing their owner wrote is taken for a place of the template.
  const html = put(
    headed,
    '<div id="root"></div>',
    `<div id="root" data-language="${language}">${root}</div>${plansData}`,
  );
  // Its template has links to its pictures.
  return { html, preloads: '' };
}

/** A screen with its content, and the data from which React goes on in the browser. */
async function renderScreen({
  language,
  template,
  address,
  data,
}: RenderedPages['screen']): Promise<RenderedPage> {
  const i18n = await loadTextsOf(language);
  const client = new QueryClient();
  fillCache(client, data);
  const { html: root, preloads } = await renderRoute(address, i18n, client, clockOf(data));
  const screenData = `<script type="application/json" id="${DATA_ELEMENT_ID}">${jsonInPage(data)}</script>`;
  const accent = (data.user?.face ?? data.link?.face)?.accent;
  const inLanguage = put(template, '<html lang="en"', `<html lang="${language}"${styleOf(accent)}`);
  const titled = put(
    inLanguage,
    '<title>Vitrin</title>',
    `<title>${escapeText(titleOf(i18n, data))}</title>`,
  );
  const html = put(
    titled,
    '<div id="root"></div>',
    `<div id="root" data-language="${language}">${root}</div>${screenData}`,
  );
  return { html, preloads };
}

function titleOf(
  i18n: Translator,
  { project, projects, recent, link }: RenderedPages['screen']['data'],
): string {
  if (link) return `${invitationTitle(i18n.t, link)} · Vitrin`;
  if (recent) return `${i18n.t('dashboard.title')} · Vitrin`;
  return `${projects ? i18n.t('projects.title') : project?.name} · Vitrin`;
}

function put(template: string, marker: string, html: string): string {
  if (!template.includes(marker)) throw new Error(`The template has no ${marker}`);
  return template.replace(marker, () => html);
}

/** Renders the screen at this address, with its code loaded, from the data in `client`. */
async function renderRoute(
  address: string,
  i18n: Translator,
  client: QueryClient,
  clock: RenderedClock | null = null,
): Promise<RenderedPage> {
  const url = new URL(address, 'http://localhost');
  const context = await handler.query(new Request(url));
  if (context instanceof Response) throw new Error(`The route of ${url.pathname} answered ${context.status}`);
  const html = await renderTree(
    <StaticRouterProvider
      router={createStaticRouter(handler.dataRoutes, context)}
      context={context}
      hydrate={false}
    />,
    { client, i18n, clock },
    `The screen at ${url.pathname}`,
  );
  return clock ? withPreloadsApart(html) : { html, preloads: '' };
}

/** Guards would ask a server for data that is already in the client. */
function withoutLoaders<T extends { loader?: unknown; children?: T[] }>(route: T): T {
  const { loader: _, ...rest } = route;
  return { ...rest, ...(route.children && { children: route.children.map(withoutLoaders) }) } as T;
}
