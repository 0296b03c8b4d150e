import { readFileSync, readdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { MantineProvider } from '@mantine/core';
import { QueryClientProvider } from '@tanstack/react-query';
import {
  PLANS_DATA_MARK,
  markPlanCard,
  markYear,
  placeholderPlan,
} from '@vitrin/shared/rules/landing-template.ts';
import type { i18n as I18n } from 'i18next';
import { renderToString } from 'react-dom/server';
import { I18nextProvider } from 'react-i18next';
import { StaticRouterProvider, createStaticHandler, createStaticRouter } from 'react-router';
import { currentUserQuery } from './features/auth/api.ts';
import { plansQuery } from './features/plans/api.ts';
import { createI18n } from './i18n/i18n.ts';
import { LANGUAGES, type Language } from './i18n/language.ts';
import { queryClient } from './lib/query-client.ts';
import { headOf } from './prerender-head.ts';
import { type Manifest, filesOf, preloadsOf } from './prerender-preloads.ts';
import { loadMatchedRoutes, routes } from './router.tsx';
import { theme } from './theme.ts';

/** Modules of `/` whose style sheets the page needs before React starts. */
const LANDING_MODULES = ['src/layout/shells/GuestShell.tsx', 'src/screens/landing/LandingScreen.tsx'];

/** index.html's own script, its preloads and its style sheet, which `linksOf` adds among the page's. */
// oxlint-disable-next-line vitrin/linear-pattern -- the build runs it over our own page
const ENTRY_LINKS = /<script type="module"[^>]*><\/script>|<link rel="(modulepreload|stylesheet)"[^>]*>/g;

/** ş, ğ and İ are in files of their own, which an English page does not need. */
const LATIN = ['instrument-sans-latin-first', 'fraunces-latin-first'];
const FIRST_FONTS: Record<Language, string[]> = {
  en: LATIN,
  tr: [...LATIN, 'instrument-sans-latin-ext-first', 'fraunces-latin-ext-first'],
};

await prerenderLanding(path.resolve(process.argv[2] ?? 'dist'));

/** Writes landing.en.html and landing.tr.html into the client's build in `folder`. */
async function prerenderLanding(folder: string): Promise<void> {
  const template = readFileSync(path.join(folder, 'index.html'), 'utf8').replaceAll(ENTRY_LINKS, '');
  const manifest = JSON.parse(readFileSync(path.join(folder, '.vite/manifest.json'), 'utf8')) as Manifest;
  const preloads = preloadsOf(manifest, fontsOf(folder, ['instrument-sans-latin-first']));
  writeFileSync(path.join(folder, '.vite/preloads.json'), JSON.stringify(preloads));
  await loadMatchedRoutes('/');
  queryClient.setQueryData(currentUserQuery.queryKey, null);
  for (const language of LANGUAGES) {
    const i18n = await createI18n(language);
    queryClient.setQueryData(plansQuery.queryKey, [placeholderPlan(language)]);
    const html = markYear(markPlanCard(await render(i18n), language), new Date().getFullYear());
    const page = template
      .replace('<html lang="en"', `<html lang="${language}"`)
      .replace('<title>Vitrin</title>', () => headOf(i18n, language))
      .replace('</head>', () => `${linksOf(manifest, folder, language)}</head>`)
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

/** Guards would ask a server that does not run during the build. */
function withoutLoaders<T extends { loader?: unknown; children?: T[] }>(route: T): T {
  const { loader: _, ...rest } = route;
  return { ...rest, ...(route.children && { children: route.children.map(withoutLoaders) }) } as T;
}

/**
 * Links in the head: picture and fonts of the first screen, boot.ts, which a browser would find late, and the styles.
 */
function linksOf(manifest: Manifest, folder: string, language: Language): string {
  const { styles } = filesOf(manifest, LANDING_MODULES);
  const [boot = '', ...imported] = filesOf(manifest, ['src/boot.ts']).scripts;
  return [
    ...pictureLinksOf(folder, language),
    ...fontsOf(folder, FIRST_FONTS[language]).map(
      (file) => `<link rel="preload" as="font" type="font/woff2" crossorigin href="/assets/${file}">`,
    ),
    ...imported.map((file) => `<link rel="modulepreload" href="/${file}">`),
    `<script type="module" src="/${boot}"></script>`,
    // Last, because links behind it would be requested late.
    ...styleOf(folder, styles),
  ].join('');
}

/**
 * The style sheets, inlined so that a first visit paints without another request. The links load nothing, but tell
 * Vite, which adds the sheets of what it imports, that these are present.
 */
function styleOf(folder: string, files: Set<string>): string[] {
  const sheets = Array.from(files, (file) => readFileSync(path.join(folder, file), 'utf8'));
  return [
    `<style>${sheets.join('')}</style>`,
    ...Array.from(files, (file) => `<link rel="stylesheet" href="/${file}" disabled>`),
  ];
}

/**
 * Preloads the picture of the first screen, which a phone would otherwise find only after the style sheets. In the
 * system's theme, as on a first visit; a visitor who chose the other theme loads its picture a moment later.
 */
function pictureLinksOf(folder: string, language: Language): string[] {
  const widths = { narrow: '(max-width: 39.99em)', wide: '(min-width: 40em)' };
  return (['light', 'dark'] as const).flatMap((theme) =>
    Object.entries(widths).map(([size, width]) => {
      const file = assetOf(folder, `client-${size}-${theme}-${language}`, '.avif');
      const media = `(prefers-color-scheme: ${theme}) and ${width}`;
      return `<link rel="preload" as="image" type="image/avif" fetchpriority="high" media="${media}" href="/assets/${file}">`;
    }),
  );
}

function fontsOf(folder: string, names: string[]): string[] {
  return names.map((name) => assetOf(folder, name, '.woff2'));
}

function assetOf(folder: string, name: string, ending: string): string {
  const file = readdirSync(path.join(folder, 'assets')).find(
    (each) => each.startsWith(name) && each.endsWith(ending),
  );
  if (!file) throw new Error(`The build has no ${name}${ending}`);
  return file;
}
