import { type InlineConfig, type Rolldown, build } from 'vite';

/**
 * Modules that the same first visits need share a file. By default the bundler makes one for every set of screens that
 * shares a module: over ninety requests for one screen, each compressed by itself.
 */
const FIRST_VISITS = {
  boot: ['boot.ts'],
  main: ['main.tsx'],
  landing: ['screens/landing/LandingScreen.tsx'],
  forms: [
    'layout/shells/AppLayout.tsx',
    'layout/shells/BareLayout.tsx',
    'screens/login/LoginScreen.tsx',
    'screens/customer-register/CustomerRegisterScreen.tsx',
  ],
  shell: ['layout/shells/AppLayout.tsx', 'layout/shells/Shell.tsx'],
  project: ['screens/project-detail/ProjectDetailScreen.tsx'],
  workbench: ['screens/project-detail/ProjectWorkbench.tsx'],
  dashboard: ['screens/dashboard/DashboardScreen.tsx'],
  projects: ['screens/projects/ProjectsScreen.tsx'],
  // Shares its rules with the forms, but must not load their libraries for a client.
  texts: ['components/rich-text/sanitize-html.ts'],
  // Clients load these after the page, so modules shared with the freelancer's tools must not load the tools.
  viewer: ['features/files/viewer/FileViewer.tsx'],
  late: ['layout/LateParts.tsx'],
  tray: ['features/files/uploads/tray/UploadTray.tsx'],
  reader: ['features/files/viewer/documents/PdfView.tsx'],
};
/** Source size in bytes below which a file of its own costs more than loading it with every visit. */
const SMALLEST_FILE = 14_000;

type Visit = keyof typeof FIRST_VISITS;
const VISITS = Object.keys(FIRST_VISITS) as Visit[];

/** Every visit loads these two, so their modules do not count for others. */
const STARTS: Visit[] = ['boot', 'main'];

/** Loaded after the page; their small files stay apart, so that no first visit waits for them. */
const LATER: Visit[] = ['viewer', 'late', 'tray', 'reader'];

/** Visits that also load the shell. */
const IN_SHELL: Visit[] = ['project', 'workbench', 'dashboard', 'projects'];

/** Libraries of `main` that are files of their own. */
const STARTING_LIBRARIES = ['react-dom', 'react-router'];

/** The groups for `codeSplitting`. Only a build knows which modules of a library are used, so a probe build is made. */
export async function chunkGroups(config: InlineConfig): Promise<Rolldown.CodeSplittingGroup[]> {
  const probe = await build({
    ...config,
    configFile: false,
    logLevel: 'silent',
    build: { ...config.build, write: false },
  });
  if (!('output' in probe)) throw new Error('The probe is one build, not several');
  const chunks = probe.output.filter((each) => each.type === 'chunk');
  const names = nameModules(chunks);
  // Groups for the most visits come first, because a group also takes the modules that its own import.
  return [...new Set(names.values())]
    .toSorted((a, b) => visitsIn(b) - visitsIn(a))
    .map((name, index) => ({ name, test: (id) => names.get(id) === name, priority: 100 - index }));
}

/** Module id to the visits that need it, as the name of its file. */
function nameModules(chunks: Rolldown.OutputChunk[]): Map<string, string> {
  const visitsOf = new Map<string, Visit[]>();
  for (const visit of VISITS)
    for (const chunk of reachable(chunks, FIRST_VISITS[visit]))
      for (const id of Object.keys(chunk.modules)) visitsOf.set(id, [...(visitsOf.get(id) ?? []), visit]);
  // A module imported by name keeps a file of its own, which the manifest lists.
  for (const { facadeModuleId } of chunks) if (facadeModuleId) visitsOf.delete(facadeModuleId);
  const named = Array.from(visitsOf, ([id, visits]): [string, string] => [
    id,
    STARTS.find((start) => visits.includes(start)) ?? nameOf(visits),
  ]);
  const small = smallFiles(chunks, named);
  return new Map(named.map(([id, name]) => [id, partOf(id, small.has(name) ? 'main' : name)]));
}

/** Assigns modules of a workbench and a project to the project, those of the workbench and all lists to the shell. */
function nameOf(visits: Visit[]): string {
  const there = visits.includes('shell') || visits.includes('project') ? LATER : [];
  const others = visits.filter(
    (visit) => !there.includes(visit) && !(visit === 'workbench' && visits.includes('project')),
  );
  const isInAll = others.length > 2 && others.includes('project');
  return isInAll && others.every((visit) => IN_SHELL.includes(visit)) ? 'shell' : others.join('-');
}

/** Splits the code of a visit into three files of similar size, which load in parallel beside pictures. */
function partOf(id: string, name: string): string {
  if (name !== 'main') return name;
  return STARTING_LIBRARIES.find((library) => id.includes(`/node_modules/${library}/`)) ?? name;
}

/** Small files that join `main`; those with styles stay apart, because the landing page inlines all it imports. */
function smallFiles(chunks: Rolldown.OutputChunk[], named: readonly [string, string][]): Set<string> {
  const modules = Map.groupBy(named, ([, name]) => name);
  const lengthOf = (id: string) =>
    chunks.find((chunk) => id in chunk.modules)?.modules[id]?.renderedLength ?? 0;
  const isSmall = ([name, ids]: [string, [string, string][]]) =>
    name.includes('-') &&
    !LATER.some((visit) => name.endsWith(`-${visit}`)) &&
    !ids.some(([id]) => id.endsWith('.css')) &&
    ids.reduce((sum, [id]) => sum + lengthOf(id), 0) < SMALLEST_FILE;
  return new Set(
    Array.from(modules)
      .filter(isSmall)
      .map(([name]) => name),
  );
}

/** The files of these modules and of all modules they import statically. */
function reachable(chunks: Rolldown.OutputChunk[], modules: string[]): Set<Rolldown.OutputChunk> {
  const found = new Set<Rolldown.OutputChunk>();
  const collect = (chunk: Rolldown.OutputChunk | undefined) => {
    if (!chunk || found.has(chunk)) return;
    found.add(chunk);
    for (const file of chunk.imports) collect(chunks.find(({ fileName }) => fileName === file));
  };
  for (const module of modules) {
    const chunk = chunks.find(({ facadeModuleId }) => facadeModuleId?.endsWith(`/src/${module}`));
    if (!chunk) throw new Error(`The build has no ${module}`);
    collect(chunk);
  }
  return found;
}

/** Priority of a group: the groups of its dependencies come first, so that others cannot take these. */
function visitsIn(name: string): number {
  const first = [...STARTING_LIBRARIES, ...STARTS].indexOf(name);
  if (first !== -1) return 1000 - first;
  const visits = name.split('-');
  if (visits.includes('shell')) return 100 + visits.length;
  return name === 'project' ? 100 : visits.length;
}
