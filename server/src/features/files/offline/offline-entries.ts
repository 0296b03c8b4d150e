import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Cover, FileKind, ProjectFile } from '@vitrin/shared/contract/files.ts';
import { fileKindOf } from '@vitrin/shared/rules/file-kind.ts';
import { OFFLINE_FOLDER } from '@vitrin/shared/rules/offline-copy.ts';
import type { Context } from '../../../context.ts';
import { toProjectFile } from '../row.ts';
import type { MadeEntry } from '@vitrin/engine/zip/parts.ts';
import type { StoredEntry } from '../zip/archive.ts';
import type { LinkFile } from '../zip/link-files.ts';
import type { ZipFile } from '@vitrin/engine/zip/zip-layout.ts';
import { sumOf } from './object-sums.ts';
import { addressOf, fileNames } from './offline-names.ts';
import type { OfflineFileRow } from './offline-queries.ts';

/** A stored file of the project itself; its download is a delivery. */
type Original = StoredEntry & { version_id: number };

export type CopyEntry = ZipFile & { source: MadeEntry | StoredEntry | Original };

export type CopiedFiles = {
  /** Path of the folder, with a slash at the end. */
  folder: string;
  files: ProjectFile[];
  originals: CopyEntry[];
  links: CopyEntry[];
  shown: CopyEntry[];
};

const SUMS_AT_ONCE = 8;
const ROWS_AT_ONCE = 4 * SUMS_AT_ONCE;

/** Returns the files and links of a version under its folder; the caller first refuses files without a checksum. */
export async function copyFiles(
  context: Context,
  { rows, links }: { rows: readonly OfflineFileRow[]; links: readonly LinkFile[] },
  folderName: string,
): Promise<CopiedFiles> {
  const names = await fileNames([...rows, ...links]);
  const copied: CopiedFiles = { folder: `${folderName}/`, files: [], originals: [], links: [], shown: [] };
  for (let start = 0; start < rows.length; start += SUMS_AT_ONCE) {
    // Known sums cause no wait, and small objects are read on this thread.
    if (start % ROWS_AT_ONCE === 0) await nextTurn();
    const some = rows.slice(start, start + SUMS_AT_ONCE);
    const shown = await Promise.all(some.map((row) => shownOf(context, row)));
    for (const [index, row] of some.entries()) {
      const path = `${folderName}/${names[start + index] ?? 'file'}`;
      const { id, version_id, storage_key: key, size_bytes: size, crc32 } = row;
      const modified = new Date(row.modified_at ?? row.created_at);
      const source = { id, key, size, version_id };
      copied.originals.push({ name: path, size, crc32: crc32 ?? 0, modified, source });
      const own = (shown[index] ?? []).filter((entry) => entry !== undefined);
      copied.shown.push(...own.map(({ entry }) => entry));
      copied.files.push(fileAt(row, path, new Map(own.map(({ as, entry }) => [as, entry.name]))));
    }
  }
  for (const [index, { bytes, size_bytes: size, crc32, created_at }] of links.entries()) {
    const name = `${folderName}/${names[rows.length + index] ?? 'link.url'}`;
    copied.links.push({ name, size, crc32, modified: new Date(created_at), source: { bytes, size } });
  }
  return copied;
}

type Shown = 'small' | 'medium' | 'large' | 'whole' | 'preview';

/** Previews have these extensions; those of office documents are their pages. */
const PREVIEW_ENDS: Partial<Record<FileKind, string>> = { audio: 'm4a', video: 'mp4' };

async function shownOf(context: Context, row: OfflineFileRow) {
  const kind = fileKindOf(row.media_type, row.name);
  const isSound = kind === 'audio';
  const make = async (as: Shown, end: string, key: string | null, size: number | null) => {
    if (key === null || size === null) return undefined;
    const crc32 = await sumOf(context, { key, size });
    // A missing picture is left out, since the file itself is there.
    if (crc32 === undefined) return undefined;
    const name = `${OFFLINE_FOLDER}/files/${row.id}-${as}.${end}`;
    const entry: CopyEntry = {
      name,
      size,
      crc32,
      modified: new Date(row.created_at),
      source: { id: row.id, key, size },
    };
    return { as, entry };
  };
  const made = await Promise.all([
    // Files drawn by an earlier release have no picture of middle size.
    row.thumbnail_medium_key === null && make('small', 'webp', row.thumbnail_key, row.thumbnail_bytes),
    make('medium', 'webp', row.thumbnail_medium_key, row.thumbnail_medium_bytes),
    make('large', 'webp', row.thumbnail_large_key, row.thumbnail_large_bytes),
    // The wave of a sound is a mask, and browsers take no mask from a file on the disk.
    isSound ? undefined : make('whole', 'jpg', row.whole_key, row.whole_bytes),
    make('preview', PREVIEW_ENDS[kind] ?? 'pdf', row.preview_key, row.preview_bytes),
  ]);
  return made.map((each) => each || undefined);
}

function fileAt(row: OfflineFileRow, path: string, shown: ReadonlyMap<Shown, string>): ProjectFile {
  const preview = shown.get('preview') ?? null;
  // The viewer cannot show an office document without its pages.
  const file = toProjectFile({ ...row, preview_key: preview && row.preview_key });
  const address = addressOf(path);
  const [medium, large] = [shown.get('medium') ?? null, shown.get('large') ?? null];
  return {
    ...file,
    file: address,
    thumbnail: medium ?? shown.get('small') ?? large,
    thumbnail_medium: medium,
    thumbnail_large: large,
    picture: file.is_image ? address : (shown.get('whole') ?? (file.kind === 'audio' ? null : large)),
    preview,
    preview_percent: null,
  };
}

/** Returns a cover with its pictures in the copy; null when the copy has none of its file. */
export function coverAt(cover: Cover | null, filesById: ReadonlyMap<number, ProjectFile>): Cover | null {
  if (!cover) return null;
  const file = filesById.get(cover.id);
  if (!file?.thumbnail) return null;
  const { thumbnail, thumbnail_medium, thumbnail_large } = file;
  return { ...cover, thumbnail, thumbnail_medium, thumbnail_large };
}
