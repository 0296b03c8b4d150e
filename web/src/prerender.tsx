import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { MantineProvider } from '@mantine/core';
import { QueryClientProvider } from '@tanstack/react-query';
import { PLANS_DATA_MARK, markPlanCard, placeholderPlan } from '@vitrin/shared/rules/landing-template.ts';
import type { i18n as I18n } from 'i18next';
import { renderToString } from 'react-dom/server';
import { I18nextProvider } from 'react-i18next';
import { StaticRouterProvider, createStaticHandler, createStaticRouter } from 'react-router';
import { currentUserQuery } from './features/auth/api.ts';
import { plansQuery } from './features/plans/api.ts';
import { createI18n } from './i18n/i18n.ts';
import { LANGUAGES } from './i18n/language.ts';
import { queryClient } from './lib/query-client.ts';
import { headOf } from './prerender-head.ts';
import { loadMatchedRoutes, routes } from './router.tsx';
import { cssVariablesResolver, theme } from './theme.ts';

type Manifest = Record<string, { file: string; css?: string[]; imports?: string[]; assets?: string[] }>;

/** Modules of `/` whose style sheets the page needs before React starts. */
const LANDING_MODULES = ['src/layout/GuestShell.tsx', 'src/screens/landing/LandingScreen.tsx'];

/** index.html's own script and what it preloads; the landing page starts with boot.ts instead. */
const ENTRY_LINKS = /<script type="module"[^>]*><\/script>|<link rel="modulepreload"[^>]*>/g;

await prerenderLanding(path.resolve(process.argv[2] ?? 'dist'));

/** Writes landing.en.html and landing.tr.html into the client's build in `folder`. */
async function prerenderLanding(folder: string): Promise<void> {
  const template = readFileSync(path.join(folder, 'index.html'), 'utf8').replaceAll(ENTRY_LINKS, '');
  const manifest = JSON.parse(readFileSync(path.join(folder, '.vite/manifest.json'), 'utf8')) as Manifest;
  await loadMatchedRoutes('/');
  queryClient.setQueryData(currentUserQuery.queryKey, null);
  for (const language of LANGUAGES) {
    const i18n = await createI18n(language);
    queryClient.setQueryData(plansQuery.queryKey, [placeholderPlan(language)]);
    const html = markPlanCard(await render(i18n), language);
    const page = template
      .replace('<html lang="en">', `<html lang="${language}">`)
      .replace('<title>Vitrin</title>', () => headOf(i18n, language))
      .replace('</head>', () => `${linksOf(manifest)}</head>`)
      .replace(
        '<div id="root"></div>',
        () => `<div id="root" data-language="${language}">${html}</div>${PLANS_DATA_MARK}`,
      );
    writeFileSync(path.join(folder, `landing.${language}.html`), page);
  }
}

async function render(i18n: I18n): Promise<string> {
  const handler = createStaticHandler(routes.map((route) => withoutLoaders(route)));
  const context = await handler.query(new Request('http://localhost/'));
  if (context instanceof Response) throw new Error(`The landing page answered ${context.status}`);
  return renderToString(
    <QueryClientProvider client={queryClient}>
      <I18nextProvider i18n={i18n}>
        <MantineProvider theme={theme} cssVariablesResolver={cssVariablesResolver} defaultColorScheme="auto">
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

/** Guards ask a server that is not there while building. */
function withoutLoaders<T extends { loader?: unknown; children?: T[] }>(route: T): T {
  const { loader: _, ...rest } = route;
  return { ...rest, ...(route.children && { children: route.children.map(withoutLoaders) }) } as T;
}

/** Style sheets, boot.ts, and the one font of the headline; without these links the browser finds them late. */
function linksOf(manifest: Manifest): string {
  const chunkOf = (name: string) => {
    const chunk = manifest[name];
    if (!chunk) throw new Error(`The build has no ${name}`);
    return chunk;
  };
  const styles = LANDING_MODULES.flatMap((name) => chunkOf(name).css ?? []);
  return [
    ...styles.map((file) => `<link rel="stylesheet" href="/${file}">`),
    `<script type="module" src="/${chunkOf('src/boot.ts').file}"></script>`,
  ].join('');
}
