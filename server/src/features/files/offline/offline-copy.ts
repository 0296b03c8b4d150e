import { createHash, type Hash } from 'node:crypto';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { crc32 } from 'node:zlib';
import type { Logo } from '@vitrin/shared/contract/faces.ts';
import type { Project } from '@vitrin/shared/contract/projects.ts';
import type { Language } from '@vitrin/shared/contract/users.ts';
import {
  ALL_FILES_MARKER,
  OFFLINE_FOLDER,
  type OfflineCopy,
  type OfflineVersion,
} from '@vitrin/shared/rules/offline-copy.ts';
import { fileNameOf } from '@vitrin/shared/rules/texts/file-names.ts';
import type { Context } from '../../../context.ts';
import { type CurrentUser, rightsOf } from '../../../current/current-user.ts';
import { ConflictError, UnavailableError } from '../../../errors.ts';
import { inSlices } from '@vitrin/engine/event-loop/slices.ts';
import { translate } from '../../../i18n/messages.ts';
import { createSlots, type Slots } from '@vitrin/engine/slots/fair-slots.ts';
import type { NoteTaken } from '../../deliveries/service.ts';
import type { ByteRange } from '@vitrin/engine/storage/storage.ts';
import { askForDerived } from '../derived/ask.ts';
import { noteShown } from '../derived/shown.ts';
import { stretchesOf } from '@vitrin/engine/zip/parts.ts';
import { type Archive, requireObjects } from '../zip/archive.ts';
import { FILES_AT_ONCE, layOutZip } from '@vitrin/engine/zip/zip-layout.ts';
import { allFilesHtml, dataScript, firstPart } from './offline-data.ts';
import { type CopiedFiles, copyFiles, type CopyEntry, coverAt } from './offline-entries.ts';
import { type OfflineMaterial, readMaterial } from './offline-material.ts';
import { folderNames } from './offline-names.ts';
import { offlineText } from './offline-texts.ts';
import { sumOf } from './object-sums.ts';
import { smallTexts } from './small-texts.ts';

export type OfflinePages = {
  /** Returns scripts, styles and fonts by their names in the copy's own folder. */
  files: () => Promise<{ name: string; bytes: Buffer }[]>;
  render: (copy: OfflineCopy) => Promise<string>;
};

/** Request of a copy; the same request of an unchanged project gives the same bytes. */
type OfflineRequest = {
  language: Language;
  timeZone: string;
  takenAt: Date;
};

type Offline = {
  name: string;
  etag: string;
  owner_id: number;
  project_id: number;
  version_ids: number[];
  filledVersionIds: number[];
  archive: Archive<CopyEntry['source']>;
};

/** A client should ask again after this time while checksums are being taken. */
const RETRY_SECONDS = 5;

/** Only this many copies are built at a time, since the rows of a large project take megabytes. */
const MADE_AT_ONCE = 2;
const MOST_WAITING = 20;

const slotsOf = new WeakMap<Context, Slots>();

/**
 * Returns a project as a folder that opens without a server, as its client sees it. Throws NotFoundError when the user
 * may not see it or bytes are missing, ConflictError with a time to wait for checksums, UnavailableError when its page
 * cannot be rendered.
 */
export async function getOffline(
  context: Context,
  user: CurrentUser,
  projectId: number,
  asked: OfflineRequest,
  pages: OfflinePages | null,
): Promise<Offline> {
  const slots =
    slotsOf.get(context) ?? createSlots({ count: MADE_AT_ONCE, each: 1, maxWaiting: MOST_WAITING });
  slotsOf.set(context, slots);
  const asClient = user.isFreelancer ? { ...user, ...rightsOf('view') } : user;
  const release = await slots.acquire({ tenant: user.tenant });
  try {
    const material = await readMaterial(context, asClient, projectId);
    if (!pages) throw new UnavailableError('files.no_offline_page');
    await requireSums(context, material);
    await requireDerived(context, material);
    return await makeOffline(context, material, asked, pages);
  } finally {
    release();
  }
}

/** Notes the ranges of the project's own files that a connection has taken, as deliveries. */
export function noteOffline(
  { archive, owner_id, project_id }: Offline,
  taken: ByteRange,
  note: NoteTaken,
): void {
  for (const { file, range } of stretchesOf(archive, taken)) {
    if (!('version_id' in file)) continue;
    const { id: file_id, size: size_bytes, version_id } = file;
    note({ owner_id, project_id, version_id, file_id, size_bytes }, range);
  }
}

async function requireSums(context: Context, { files }: OfflineMaterial): Promise<void> {
  const unready = files
    .flat()
    .filter((row) => row.crc32 === null)
    .map(({ id, storage_key: key, size_bytes: size }) => ({ id, key, size }));
  if (unready.length === 0) return;
  // The checksum of missing bytes will never be known, so a client must not wait for it.
  await requireObjects(context, unready);
  throw new ConflictError('files.zip_not_ready', { retryAfterSeconds: RETRY_SECONDS });
}

/** Throws to wait while pictures of the copy are made again; pictures without room are left out. */
async function requireDerived(context: Context, { files }: OfflineMaterial): Promise<void> {
  const rows = files.flat();
  const away = rows.filter((row) => row.is_derived_away).map(({ id }) => id);
  if (away.length > 0 && (await askForDerived(context, away)))
    throw new ConflictError('files.zip_not_ready', { retryAfterSeconds: RETRY_SECONDS });
  for (const { id, is_derived_away } of rows) if (!is_derived_away) noteShown(context, id);
}

async function makeOffline(
  context: Context,
  material: OfflineMaterial,
  { language, timeZone, takenAt }: OfflineRequest,
  pages: OfflinePages,
): Promise<Offline> {
  const { owner_id, project } = material;
  const folders = await folderNames(
    project.versions.map(({ version_number }) =>
      translate(language, 'files.version_folder', { number: version_number }),
    ),
  );
  const copied: CopiedFiles[] = [];
  for (const [index, rows] of material.files.entries()) {
    const links = material.links[index] ?? [];
    copied.push(await copyFiles(context, { rows, links }, folders[index] ?? 'files'));
  }
  const pictures = await pictureEntries(context, material, takenAt);
  const versions: OfflineVersion[] = [];
  const readTexts = smallTexts(context);
  for (const [index, { id }] of project.versions.entries()) {
    const { files = [], folder = '', originals = [] } = copied[index] ?? {};
    versions.push({
      id,
      folder: files.length > 0 ? folder : '',
      files,
      texts: await readTexts(files, originals),
    });
  }
  const copy: OfflineCopy = {
    language,
    takenAt: takenAt.toISOString(),
    timeZone,
    project: await projectWithin(project, versions, pictures),
    face: material.face && { ...material.face, logo: logoWithin(material.face.logo, pictures) },
    versions,
  };
  const page = await renderPage(context, pages, copy);
  const allFiles = await allFilesHtml(copy);
  const html = page.replace(ALL_FILES_MARKER, () => allFiles);
  const entries = [
    made('index.html', Buffer.from(html), takenAt),
    made(`${OFFLINE_FOLDER}/data.js`, await dataScript(copy), takenAt),
    ...(await pages.files()).map(({ name, bytes }) => made(`${OFFLINE_FOLDER}/${name}`, bytes, takenAt)),
    ...pictures.values(),
    ...copied.flatMap(({ shown }) => shown),
    ...copied.flatMap(({ originals, links }) => [...originals, ...links]),
  ];
  const title = translate(language, 'files.offline_name', { name: project.name });
  return {
    name: fileNameOf(title.replaceAll(/[/\\]/g, '-')).concat('.zip'),
    etag: await tagOf(entries),
    owner_id,
    project_id: project.id,
    version_ids: versions.map(({ id }) => id),
    filledVersionIds: versions.filter(({ files }) => files.length > 0).map(({ id }) => id),
    archive: {
      layout: await layOutZip(entries, { hasExactTimes: true }),
      files: entries.map(({ source }) => source),
    },
  };
}

/** Renders the page or throws, logging the reason: a folder with an empty page is worse than none. */
async function renderPage({ log }: Context, pages: OfflinePages, copy: OfflineCopy): Promise<string> {
  try {
    return await pages.render(await firstPart(copy));
  } catch (error) {
    log.error({ err: error, project: copy.project.id }, 'A project cannot be taken offline');
    throw new UnavailableError('files.no_offline_page');
  }
}

function made(name: string, bytes: Buffer, modified: Date): CopyEntry {
  return { name, size: bytes.length, crc32: crc32(bytes), modified, source: { bytes, size: bytes.length } };
}

const LOGO = 'logo';

/** Returns the pictures of texts by their ids, and the logo, without those that lack bytes in the store. */
async function pictureEntries(context: Context, { textPictures, logo }: OfflineMaterial, modified: Date) {
  const entries = new Map<number | typeof LOGO, CopyEntry>();
  const add = async (as: number | typeof LOGO, name: string, object: { key: string; size: number }) => {
    const sum = await sumOf(context, object);
    if (sum === undefined) return;
    const { key, size } = object;
    const path = `${OFFLINE_FOLDER}/${name}`;
    entries.set(as, { name: path, size, crc32: sum, modified, source: { id: 0, key, size } });
  };
  if (logo) await add(LOGO, 'logo.png', logo);
  for (const { id, mediaType, ...object } of textPictures)
    await add(id, `texts/${id}.${mediaType === 'image/jpeg' ? 'jpg' : 'png'}`, object);
  return entries;
}

type Pictures = Awaited<ReturnType<typeof pictureEntries>>;

function logoWithin(logo: Logo | null, pictures: Pictures): Logo | null {
  const entry = pictures.get(LOGO);
  return logo && entry ? { ...logo, address: entry.name } : null;
}

/** Only this many texts are changed at a time; a text has up to 100,000 characters. */
const TEXTS_AT_ONCE = 5;

/** Returns the project with paths of the copy, without visits and other people's data. */
async function projectWithin(
  project: Project,
  versions: readonly OfflineVersion[],
  pictures: Pictures,
): Promise<Project> {
  const filesById = new Map(versions.flatMap(({ files }) => files.map((file) => [file.id, file])));
  const within = <Part extends { description: string }>(part: Part): Part => ({
    ...part,
    description: offlineText(part.description, (id) => pictures.get(id)?.name),
  });
  const milestones: Project['milestones'] = [];
  await inSlices(project.milestones, TEXTS_AT_ONCE, (each) => void milestones.push(within(each)));
  const kept: Project['versions'] = [];
  await inSlices(project.versions, TEXTS_AT_ONCE, (each) => {
    const covers = each.covers.flatMap((cover) => coverAt(cover, filesById) ?? []);
    kept.push({ ...within(each), covers });
  });
  return {
    ...within(project),
    customer: null,
    customer_id: null,
    previous_visit: null,
    news: null,
    seen: null,
    cover: coverAt(project.cover, filesById),
    milestones,
    versions: kept,
  };
}

/** Returns the tag of the archive's bytes: made entries count by their bytes, stored ones by their key. */
async function tagOf(entries: readonly CopyEntry[]): Promise<string> {
  const hash = createHash('sha256');
  for (const { source } of entries) if ('bytes' in source) await addInSlices(hash, source.bytes);
  await inSlices(entries, FILES_AT_ONCE, ({ name, size, modified, source }) => {
    hash.update(`${name}/${size}/${modified.getTime()}/`);
    if ('key' in source) hash.update(source.key);
  });
  return `"o${hash.digest('hex').slice(0, 32)}"`;
}

const HASHED_AT_ONCE = 1024 * 1024;

async function addInSlices(hash: Hash, bytes: Buffer): Promise<void> {
  for (let start = 0; start < bytes.length; start += HASHED_AT_ONCE) {
    hash.update(bytes.subarray(start, start + HASHED_AT_ONCE));
    await nextTurn();
  }
}
