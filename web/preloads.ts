import type { Language } from './src/i18n/language.ts';

/** The part of Vite's manifest that is read here. */
type Chunk = { file: string; css?: string[]; imports?: string[] };
export type Manifest = Record<string, Chunk>;

const LAYOUT = 'src/layout/shells/AppLayout.tsx';
const SHELL = [LAYOUT, 'src/layout/shells/Shell.tsx'];
const BARE = [LAYOUT, 'src/layout/shells/BareLayout.tsx'];

/** Screens that people open from outside: by a link, a bookmark, or the application's icon. */
const FIRST_SCREENS: { pattern: string; modules: string[]; tools?: string[]; texts: string[] }[] = [
  {
    pattern: '^/projects/\\d+/?$',
    modules: [...SHELL, 'src/screens/project-detail/ProjectDetailScreen.tsx'],
    tools: ['src/screens/project-detail/ProjectWorkbench.tsx'],
    texts: ['projects'],
  },
  {
    pattern: '^/projects/?$',
    modules: [...SHELL, 'src/screens/projects/ProjectsScreen.tsx'],
    texts: ['projects'],
  },
  {
    pattern: '^/dashboard/?$',
    modules: [...SHELL, 'src/screens/dashboard/DashboardScreen.tsx'],
    texts: ['projects', 'tools'],
  },
  {
    pattern: '^/customer-register/?$',
    modules: [...SHELL, 'src/screens/customer-register/CustomerRegisterScreen.tsx'],
    texts: ['auth'],
  },
  { pattern: '^/login/?$', modules: [...BARE, 'src/screens/login/LoginScreen.tsx'], texts: ['auth'] },
];

/** The preload links that the server adds to the page of an address (server/src/http/pages/page-preloads.ts). */
export function preloadsOf(manifest: Manifest, fonts: string[]) {
  // The page itself links these.
  const known = filesOf(manifest, ['src/main.tsx']);
  // With `crossorigin`, as the bundler's loader requests them: a preload without it is loaded and not used.
  const links = (modules: string[], others = known) => {
    const { scripts, styles } = filesOf(manifest, modules);
    return [
      ...Array.from(
        scripts.difference(known.scripts).difference(others.scripts),
        (file) => `<link rel="modulepreload" crossorigin href="/${file}">`,
      ),
      ...Array.from(
        styles.difference(known.styles).difference(others.styles),
        (file) => `<link rel="stylesheet" crossorigin href="/${file}">`,
      ),
    ].join('');
  };
  const fontLinks = fonts
    .map((file) => `<link rel="preload" as="font" type="font/woff2" crossorigin href="/assets/${file}">`)
    .join('');
  return FIRST_SCREENS.map(({ pattern, modules, tools = [], texts }) => {
    const common = fontLinks + links(modules);
    const textsIn = (language: Language) =>
      links(['common', ...texts].map((part) => `src/i18n/${language}/${part}.json`));
    // What a freelancer's page is drawn with besides; without its styles its first paint would move.
    const forTools = links(tools, filesOf(manifest, modules));
    return { pattern, tools: forTools, links: { en: common + textsIn('en'), tr: common + textsIn('tr') } };
  });
}

/** The files of these modules and of all modules they import statically. */
export function filesOf(
  manifest: Manifest,
  modules: string[],
): { scripts: Set<string>; styles: Set<string> } {
  const scripts = new Set<string>();
  const styles = new Set<string>();
  const collect = (name: string) => {
    const chunk = manifest[name];
    if (!chunk) throw new Error(`The build has no ${name}`);
    if (scripts.has(chunk.file)) return;
    scripts.add(chunk.file);
    chunk.imports?.forEach(collect);
    for (const file of chunk.css ?? []) styles.add(file);
  };
  modules.forEach(collect);
  return { scripts, styles };
}
