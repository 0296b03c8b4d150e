import type { Opened, Reader } from '@vitrin/shared/rules/rendered-pages.ts';
import type { Language } from '@vitrin/shared/contract/users.ts';

/** The part of Vite's manifest that is read here. */
type Chunk = { file: string; css?: string[]; imports?: string[] };
export type Manifest = Record<string, Chunk>;

const LAYOUT = 'src/layout/shells/AppLayout.tsx';
const SHELL = [LAYOUT, 'src/layout/shells/Shell.tsx'];
const BARE = [LAYOUT, 'src/layout/shells/BareLayout.tsx'];

type Screen = {
  pattern: string;
  modules: string[];
  /** Further modules of a freelancer's page. */
  tools?: string[];
  /** Further modules of a freelancer's view as the client. */
  view?: string[];
  /** Late modules of a client's page that the server may have rendered: their style sheets come with the page. */
  late?: string[];
  /** True where the address may open a file. */
  opensFiles?: true;
  texts: string[];
};

/** Modules and texts of the viewer, and those that show documents in it; their sheets come with them. */
const VIEWER = { modules: ['src/features/files/viewer/FileViewer.tsx'], texts: ['viewer'] };
const READER = {
  modules: [
    'src/features/files/viewer/documents/PdfView.tsx',
    '../node_modules/pdfjs-dist/legacy/web/pdf_viewer.mjs',
  ],
  texts: ['documents'],
};
const READER_THREAD = '../node_modules/pdfjs-dist/legacy/build/pdf.worker.min.mjs';

/** Screens that people open from outside: by a link, a bookmark, or the application's icon. */
const FIRST_SCREENS: Screen[] = [
  {
    pattern: '^/projects/\\d+/?$',
    modules: [...SHELL, 'src/screens/project-detail/ProjectDetailScreen.tsx'],
    tools: ['src/screens/project-detail/ProjectWorkbench.tsx'],
    view: ['src/layout/notices/ClientViewBar.tsx'],
    late: ['src/features/files/downloads/TakeOffline.tsx'],
    opensFiles: true,
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
  const initial = filesOf(manifest, ['src/main.tsx']);
  // With `crossorigin`, as the bundler's loader requests them: a preload without it is loaded and not used.
  const scriptLinks = (modules: string[], others = initial) =>
    Array.from(
      filesOf(manifest, modules).scripts.difference(initial.scripts).difference(others.scripts),
      (file) => `<link rel="modulepreload" crossorigin href="/${file}">`,
    ).join('');
  const styleLinks = (modules: string[], others = initial) =>
    Array.from(
      filesOf(manifest, modules).styles.difference(initial.styles).difference(others.styles),
      (file) => `<link rel="stylesheet" crossorigin href="/${file}">`,
    ).join('');
  const links = (modules: string[], others = initial) =>
    scriptLinks(modules, others) + styleLinks(modules, others);
  const fontLinks = fonts
    .map((file) => `<link rel="preload" as="font" type="font/woff2" crossorigin href="/assets/${file}">`)
    .join('');
  return FIRST_SCREENS.map(({ pattern, modules, tools = [], view = [], late = [], opensFiles, texts }) => {
    const common = fontLinks + links(modules);
    const textsIn = (language: Language) =>
      links(['common', ...texts].map((part) => `src/i18n/${language}/${part}.json`));
    const shared = filesOf(manifest, modules);
    const besides: Record<Reader, string> = {
      client: styleLinks(late, shared),
      freelancer: links(tools, shared),
      view: links(view, shared) + styleLinks(late, shared),
    };
    const openedIn = (language: Language): Record<Opened, string> => {
      const viewer = namesOf(VIEWER, language);
      const file = later(links(viewer, shared));
      const reader = scriptLinks(namesOf(READER, language), filesOf(manifest, [...modules, ...viewer]));
      return { file, document: file + later(reader) + threadLink(manifest) };
    };
    return {
      pattern,
      besides,
      ...(opensFiles && { opened: { en: openedIn('en'), tr: openedIn('tr') } }),
      links: { en: common + textsIn('en'), tr: common + textsIn('tr') },
    };
  });
}

function namesOf({ modules, texts }: typeof VIEWER, language: Language): string[] {
  return [...modules, ...texts.map((part) => `src/i18n/${language}/${part}.json`)];
}

/** The file's picture is in the page: the code that shows it comes after what reacts to a tap. */
function later(links: string): string {
  return links.replaceAll('rel="modulepreload"', 'rel="modulepreload" fetchpriority="low"');
}

/** Asks for the thread that reads documents in the way of pdf-worker.ts. */
function threadLink(manifest: Manifest): string {
  const { file } = manifest[READER_THREAD] ?? {};
  return `<link rel="preload" as="fetch" crossorigin fetchpriority="low" href="/${file}">`;
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
