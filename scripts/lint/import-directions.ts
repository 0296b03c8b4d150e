import path from 'node:path';
import {
  ADMIN_FILE,
  COLUMN_FILES,
  FEATURE_ORDER,
  PUBLIC_FILES,
  PUBLIC_TASKS,
  ROW_FILES,
} from './features.ts';
import { type Layer, LAYER_FOLDERS, ROOMS, START_FILES } from './rooms.ts';
import { webViolation } from './web-directions.ts';

const TEST_FILE = /\.(test|spec)\.tsx?$/;

/**
 * Says why `file` (path from the root of the repository, with /) may not import `specifier`, in a sentence for
 * the person who wrote the import; undefined when it may. Files that no rule knows may import anything.
 */
export function importViolation(file: string, specifier: string): string | undefined {
  const target = resolve(file, specifier);
  const [side] = file.split('/');
  if (target === undefined) return externalViolation(file, specifier);
  if (specifier.startsWith('.') && !/\.[a-z0-9]+(\?\w+)?$/i.test(specifier))
    return `write the extension: '${specifier}.ts'.`;
  const below = BELOW[side ?? ''];
  if (below) {
    const [targetSide = ''] = target.split('/');
    if (isTest(file) && side === 'engine' && SAMPLES.test(target)) return undefined;
    if (isTest(file) && side === 'engine' && STAND_INS.includes(target)) return undefined;
    if (isTest(file) && side !== 'engine' && (target.startsWith('test-kit/') || isBehind(targetSide)))
      return undefined;
    if (targetSide === 'operator' && isStartFile(file) && target === OPERATOR_IN_SERVER) return undefined;
    if (targetSide !== side && !below.includes(targetSide))
      return `${side} never imports from ${targetSide}.`;
    if (targetSide === 'shared' || isTest(file)) return undefined;
    if (isTest(target) || /^\w+\/src\/testing\//.test(target))
      return 'only tests import what is made for tests.';
    if (IN_THE_SANDBOX.test(target) && !IN_THE_SANDBOX.test(file) && !ALLOWED_OUTSIDE.test(target))
      return 'run this in the sandbox: it reads files of strangers (docs/decisions/0198).';
    if (isBehind(side)) return roomViolation(file, target);
    if (side === 'web') return webViolation(file, target);
    return undefined;
  }
  if (side !== 'lab' && target.startsWith('lab/')) return 'nothing imports the laboratory.';
  if (side === 'e2e' && /^(engine|operator|server|web)\//.test(target))
    return 'journeys know the product only from outside.';
  if ((side === 'e2e' || side === 'test-kit') && target.startsWith('scripts/'))
    return `${side} imports no scripts: what both need stands in test-kit.`;
  return undefined;
}

/** Workspaces, and those that each may import. */
const BELOW: Record<string, readonly string[]> = {
  shared: [],
  engine: [],
  server: ['engine', 'shared'],
  operator: ['engine', 'server', 'shared'],
  web: ['shared'],
};

/** Files of all kinds, and what makes them: all of test-kit that knows no product. */
const SAMPLES = /^test-kit\/(sample-files\/|large\/extent\.ts$|make-\w+\.ts$|foreign-files\.ts$)/;

/** The one file of the operator's tools that a running server is put together with. */
const OPERATOR_IN_SERVER = 'operator/src/in-server.ts';

/** Stand-ins of test-kit that tests of an engine may import: they know no product. */
const STAND_INS = ['test-kit/s3-server.ts'];

/** True for a workspace that runs on the machine of an installation; one table lists the rooms of all three. */
function isBehind(side: string | undefined): boolean {
  return side === 'server' || side === 'engine' || side === 'operator';
}

function isStartFile(file: string): boolean {
  return START_FILES.some((name) =>
    name.endsWith('/') ? file.startsWith(`server/src/${name}`) : file === `server/src/${name}`,
  );
}

/** The file an import means, as a path from the root; undefined for a package or a module of Node. */
function resolve(file: string, specifier: string): string | undefined {
  if (specifier.startsWith('.')) return path.posix.join(path.posix.dirname(file), specifier);
  const workspace = /^@vitrin\/(shared|engine|server|operator|web|e2e)(?:\/(.+))?$/.exec(specifier);
  return workspace ? `${workspace[1]}/src/${workspace[2] ?? ''}` : undefined;
}

function isTest(file: string): boolean {
  return TEST_FILE.test(file) || /^\w+\/src\/testing\//.test(file);
}

/** Packages that read files of strangers: they are loaded by programs that run in the sandbox alone. */
const DECODER =
  /^(sharp|bmp-ts|decode-ico|libheif-js|mediabunny|@jsquash|@hyzyla\/pdfium|@cornerstonejs|@ffmpeg|pdfjs-dist|pdfkit)(\/|$)/;
const IN_THE_SANDBOX = /^(engine\/src|server\/src\/features\/[^/]+)\/(.+\/)?drawing\//;
/** Modules that name the decoded kinds, or read finished pictures; they load no decoder. */
const ALLOWED_OUTSIDE = /\/drawing\/(decoders|pictures-format)\.ts$/;

function externalViolation(file: string, specifier: string): string | undefined {
  if (isTest(file)) return undefined;
  if (/^(engine|server|operator)\/src\//.test(file) && DECODER.test(specifier) && !IN_THE_SANDBOX.test(file))
    return 'decoders are loaded in the sandbox alone: by programs in a folder `drawing` (docs/decisions/0198).';
  if (file.startsWith('shared/') && specifier !== 'zod' && !specifier.startsWith('zod/'))
    return 'shared does no I/O and depends on zod only.';
  if (file.startsWith('web/src/') && specifier.startsWith('node:')) return 'web runs in the browser.';
  const feature = serverFeatureFile(file);
  if (feature && feature.layer !== 'routes' && /^(fastify|@fastify\/|fastify-)/.test(specifier))
    return 'services and queries know no requests and replies; only routes.ts and replies.ts do.';
  return undefined;
}

/**
 * `name` is the file below the feature's folder. `replies.ts` is what several routes answer; everything that is
 * neither routes nor SQL counts as service.
 */
function serverFeatureFile(file: string): { feature: string; name: string; layer: Layer } | undefined {
  const match = /^server\/src\/features\/([^/]+)\/(.+)$/.exec(file);
  if (!match) return undefined;
  const [, feature = '', name = ''] = match;
  const layer = /(^|-)(routes|replies)\.ts$/.test(name)
    ? 'routes'
    : /(^|-)queries\.ts$/.test(name)
      ? 'queries'
      : 'service';
  return { feature, name, layer };
}

const LAYERS: readonly Layer[] = ['routes', 'service', 'queries'];

function roomViolation(file: string, target: string): string | undefined {
  const [from, to] = [belowSource(file), belowSource(target)];
  if (isStartFile(file)) return undefined;
  const source = serverFeatureFile(file);
  const wanted = serverFeatureFile(target);
  if (source && wanted) return betweenFeatures(source, wanted);
  const [top = ''] = from.split('/');
  const allowed = source ? LAYER_FOLDERS[source.layer] : ROOMS[top];
  if (allowed === undefined) return `${from} has no place in the order of imports; see scripts/lint.`;
  if (!allowed.some((folder) => to === folder || to.startsWith(`${folder}/`)))
    return `${source ? `${source.layer} of a feature` : top} may not import ${to}.`;
  if (wanted && !isPublic(wanted) && !(['admin', 'doctor'].includes(top) && wanted.name === ADMIN_FILE))
    return `only ${PUBLIC_FILES.join(', ')} of a feature are for others.`;
  return undefined;
}

/** Path below `src` of its workspace. */
function belowSource(file: string): string {
  return file.slice(file.indexOf('/src/') + '/src/'.length);
}

type FeatureFile = NonNullable<ReturnType<typeof serverFeatureFile>>;

function isPublic({ feature, name }: FeatureFile): boolean {
  return PUBLIC_FILES.includes(name) || PUBLIC_TASKS.includes(`${feature}/${name}`);
}

function betweenFeatures(source: FeatureFile, wanted: FeatureFile): string | undefined {
  if (source.feature === wanted.feature) {
    if ([...ROW_FILES, ...COLUMN_FILES].includes(wanted.name)) return undefined;
    if (ROW_FILES.includes(source.name)) return 'rows know nothing else of their feature.';
    if (LAYERS.indexOf(wanted.layer) >= LAYERS.indexOf(source.layer)) return undefined;
    // access.ts has SQL conditions for visibility, on which queries build.
    if (source.layer === 'queries' && wanted.name === 'access.ts') return undefined;
    return `${source.name} may not import ${wanted.name}: calls go routes -> service -> queries.`;
  }
  if (ROW_FILES.includes(wanted.name)) return undefined;
  if (ROW_FILES.includes(source.name)) return 'rows know no feature.';
  const order: readonly string[] = FEATURE_ORDER;
  const [from, to] = [order.indexOf(source.feature), order.indexOf(wanted.feature)];
  if (from < 0 || to < 0)
    return `${from < 0 ? source.feature : wanted.feature} has no place in the feature order.`;
  if (to > from) return `${source.feature} stands before ${wanted.feature} in the feature order.`;
  if (!isPublic(wanted)) return `only ${PUBLIC_FILES.join(', ')} of another feature may be imported.`;
  if (source.layer === 'queries' && wanted.name !== 'access.ts') return 'queries call no services.';
  return undefined;
}
