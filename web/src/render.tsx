import { MantineProvider } from '@mantine/core';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { PLANS_ELEMENT_ID, type Render, type RenderedPages } from '@vitrin/shared/rules/rendered-pages.ts';
import type { i18n as I18n } from 'i18next';
import { renderToString } from 'react-dom/server';
import { I18nextProvider } from 'react-i18next';
import { StaticRouterProvider, createStaticHandler, createStaticRouter } from 'react-router';
import { currentUserQuery } from './features/auth/api.ts';
import { plansQuery } from './features/plans/api.ts';
import { createI18n } from './i18n/i18n.ts';
import { headOf, jsonInPage } from './render-head.ts';
import { loadMatchedRoutes, routes } from './router.tsx';
import { theme } from './theme.ts';

type Pages = { [Page in keyof RenderedPages]: (data: RenderedPages[Page]) => Promise<string> };

const PAGES: Pages = { landing: renderLanding };

/** Pages as HTML, outside of a browser: the server calls it in a process of its own. */
export const render: Render = async (page, data) => PAGES[page](data);

/** The landing page with these plans, as cards and as data from which React goes on in the browser. */
async function renderLanding(data: RenderedPages['landing']): Promise<string> {
  const { language, template, plans } = data;
  await loadMatchedRoutes('/');
  const i18n = await createI18n(language);
  const client = new QueryClient();
  client.setQueryData(currentUserQuery.queryKey, null);
  client.setQueryData(plansQuery.queryKey, plans);
  const root = await renderRoute('/', i18n, client);
  const plansData = `<script type="application/json" id="${PLANS_ELEMENT_ID}">${jsonInPage(plans)}</script>`;
  const headed = put(template, '<title>Vitrin</title>', headOf(i18n, data));
  // The plans last, so that nothing their owner wrote is taken for a place of the template.
  return put(
    headed,
    '<div id="root"></div>',
    `<div id="root" data-language="${language}">${root}</div>${plansData}`,
  );
}

function put(template: string, place: string, html: string): string {
  if (!template.includes(place)) throw new Error(`The template has no ${place}`);
  return template.replace(place, () => html);
}

/** The screen at this address, whose code is loaded, from what `client` knows. */
async function renderRoute(pathname: string, i18n: I18n, client: QueryClient): Promise<string> {
  const handler = createStaticHandler(routes.map((route) => withoutLoaders(route)));
  const context = await handler.query(new Request(`http://localhost${pathname}`));
  if (context instanceof Response) throw new Error(`The route of ${pathname} answered ${context.status}`);
  return renderToString(
    <QueryClientProvider client={client}>
      <I18nextProvider i18n={i18n}>
        <MantineProvider
          theme={theme}
          withCssVariables={false}
          withGlobalClasses={false}
          defaultColorScheme="auto"
        >
          <StaticRouterProvider
            router={createStaticRouter(handler.dataRoutes, context)}
            context={context}
            hydrate={false}
          />
        </MantineProvider>
      </I18nextProvider>
    </QueryClientProvider>,
  );
}

/** Guards ask a server, and what they would find out is already in the client. */
function withoutLoaders<T extends { loader?: unknown; children?: T[] }>(route: T): T {
  const { loader: _, ...rest } = route;
  return { ...rest, ...(route.children && { children: route.children.map(withoutLoaders) }) } as T;
}
