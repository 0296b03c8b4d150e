import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { MantineProvider } from '@mantine/core';
import { QueryClientProvider } from '@tanstack/react-query';
import { renderToString } from 'react-dom/server';
import { I18nextProvider } from 'react-i18next';
import { StaticRouterProvider, createStaticHandler, createStaticRouter } from 'react-router';
import { createI18n } from './i18n/i18n.ts';
import { LANGUAGES, type Language } from './i18n/language.ts';
import { queryClient } from './lib/query-client.ts';
import { currentUserQuery } from './features/auth/api.ts';
import { loadMatchedRoutes, routes } from './router.tsx';
import { cssVariablesResolver, theme } from './theme.ts';

type Manifest = Record<string, { file: string; css?: string[]; imports?: string[] }>;

/** Modules of `/` that index.html does not name itself: without these links the browser would find them late. */
const LANDING_MODULES = ['src/layout/GuestShell.tsx', 'src/screens/landing/LandingScreen.tsx'];

await prerenderLanding(path.resolve(process.argv[2] ?? 'dist'));

/** Writes landing.en.html and landing.tr.html into the client's build in `folder`. */
async function prerenderLanding(folder: string): Promise<void> {
  const template = readFileSync(path.join(folder, 'index.html'), 'utf8');
  const manifest = JSON.parse(readFileSync(path.join(folder, '.vite/manifest.json'), 'utf8')) as Manifest;
  await loadMatchedRoutes('/');
  queryClient.setQueryData(currentUserQuery.queryKey, null);
  for (const language of LANGUAGES) {
    const links = linksOf(manifest, [...LANDING_MODULES, `src/i18n/${language}.json`]);
    const html = await render(language);
    writeFileSync(
      path.join(folder, `landing.${language}.html`),
      template
        .replace('<html lang="en">', `<html lang="${language}">`)
        .replace('</head>', `${links}</head>`)
        .replace('<div id="root"></div>', () => `<div id="root" data-language="${language}">${html}</div>`),
    );
  }
}

async function render(language: Language): Promise<string> {
  const i18n = await createI18n(language);
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

function linksOf(manifest: Manifest, modules: string[]): string {
  const scripts = new Set<string>();
  const styles = new Set<string>();
  const collect = (name: string) => {
    const chunk = manifest[name];
    if (!chunk || scripts.has(chunk.file)) return;
    scripts.add(chunk.file);
    for (const style of chunk.css ?? []) styles.add(style);
    for (const each of chunk.imports ?? [])
      if (!manifest[each]?.file.startsWith('assets/index')) collect(each);
  };
  for (const name of modules) collect(name);
  return [
    ...[...styles].map((file) => `<link rel="stylesheet" href="/${file}">`),
    ...[...scripts].map((file) => `<link rel="modulepreload" href="/${file}">`),
  ].join('');
}
