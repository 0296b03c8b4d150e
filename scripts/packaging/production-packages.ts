import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';

/** An installed npm package that the server needs to run. */
export type ProductionPackage = {
  /** Path below the root, such as node_modules/fastify. */
  folder: string;
  name: string;
  version: string;
  /** Licence as stated by the author or the lock file; undefined if neither states it. */
  license: string | undefined;
  /** Digest of the archive it came in, as the lock file writes it (Subresource Integrity). */
  integrity: string | undefined;
};

type LockEntry = {
  version?: string;
  license?: string;
  integrity?: string;
  /** Folder of the workspace, for a link to it. */
  resolved?: string;
  link?: boolean;
  dependencies?: Record<string, string>;
  optionalDependencies?: Record<string, string>;
  peerDependencies?: Record<string, string>;
  peerDependenciesMeta?: Record<string, { optional?: boolean }>;
};

type Lock = Record<string, LockEntry>;

/** The optional dependencies of the root: the Node that npm scripts run on, one package for each kind of machine. */
const NODE = /^node-(bin-)?(linux|darwin|win)-(x64|arm64)$/;

/** True if a package contains the Node binary. */
export function isNode({ name }: Pick<ProductionPackage, 'name'>): boolean {
  return NODE.test(name);
}

/**
 * Packages that the server, the shared code and Node itself depend on, in the order of their folders. Read
 * from package-lock.json, because `npm ls` and `npm sbom` with `--omit=dev` leave out packages that a
 * development dependency needs too. Optional packages are included only if installed on this machine.
 */
export function productionPackages(root: string): ProductionPackage[] {
  const { packages } = JSON.parse(readFileSync(path.join(root, 'package-lock.json'), 'utf8')) as {
    packages: Lock;
  };
  const folders = new Set<string>();
  const visit = (from: string, names: string[]) => {
    for (const name of names) {
      const folder = resolveFrom(packages, from, name);
      if (folder === undefined || folders.has(folder) || !existsSync(path.join(root, folder))) continue;
      folders.add(folder);
      const target = packages[folder]?.link ? (packages[folder].resolved ?? folder) : folder;
      visit(target, neededBy(packages[target]));
    }
  };
  visit('server', neededBy(packages['server']));
  visit(
    '',
    Object.keys(packages['']?.optionalDependencies ?? {}).filter((name) => isNode({ name })),
  );
  return [...folders]
    .filter((folder) => !packages[folder]?.link)
    .toSorted()
    .map((folder) => describe(root, folder, packages[folder] ?? {}));
}

/** Throws where a dependency that is not optional is not installed. */
export function requireInstalled(root: string, packages: readonly ProductionPackage[]): void {
  const names = new Set(packages.map(({ name }) => name));
  const wanted = ['engine', 'server'].flatMap((workspace) => {
    const { dependencies = {} } = JSON.parse(
      readFileSync(path.join(root, workspace, 'package.json'), 'utf8'),
    ) as LockEntry;
    return Object.keys(dependencies);
  });
  const missing = wanted.filter((name) => !names.has(name) && !name.startsWith('@vitrin/'));
  if (missing.length > 0) throw new Error(`Not installed: ${missing.join(', ')}. Run npm ci first.`);
  if (!packages.some(isNode)) throw new Error('There is no Node of this kind of machine in node_modules.');
}

function neededBy(entry: LockEntry | undefined): string[] {
  const isOptionalPeer = (name: string) => entry?.peerDependenciesMeta?.[name]?.optional === true;
  return [
    ...Object.keys(entry?.dependencies ?? {}),
    ...Object.keys(entry?.optionalDependencies ?? {}),
    ...Object.keys(entry?.peerDependencies ?? {}).filter((name) => !isOptionalPeer(name)),
  ];
}

/** Finds a package as Node does: in the node_modules of the folder that asks, then of each above it. */
function resolveFrom(packages: Lock, from: string, name: string): string | undefined {
  for (let folder = from; ; folder = path.posix.dirname(folder)) {
    const candidate = path.posix.join(folder === '.' ? '' : folder, 'node_modules', name);
    if (packages[candidate]) return candidate;
    if (folder === '' || folder === '.') return undefined;
  }
}

function describe(root: string, folder: string, entry: LockEntry): ProductionPackage {
  const { name, version, license } = JSON.parse(
    readFileSync(path.join(root, folder, 'package.json'), 'utf8'),
  ) as { name: string; version: string; license?: unknown };
  return {
    folder,
    name,
    version,
    license: entry.license ?? (typeof license === 'string' ? license : undefined),
    integrity: entry.integrity,
  };
}
