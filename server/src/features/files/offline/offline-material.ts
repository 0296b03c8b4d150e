import type { Face } from '@vitrin/shared/contract/faces.ts';
import type { Project } from '@vitrin/shared/contract/projects.ts';
import type { Context } from '../../../context.ts';
import type { CurrentUser } from '../../../current/current-user.ts';
import type { Database } from '../../../database/connect.ts';
import { PAGE_ROWS, readByPages } from '../../../database/pages.ts';
import { inSnapshot } from '../../../database/snapshot.ts';
import { inSlices } from '@vitrin/engine/event-loop/slices.ts';
import { toFace } from '../../faces/row.ts';
import { findFaceRow } from '../../faces/rows.ts';
import { type Onlooker, onlookerOf, requireVisibleProject } from '../../projects/access.ts';
import { loadProject } from '../../projects/project-detail.ts';
import { type LinkFile, listLinkFiles } from '../zip/link-files.ts';
import { listOfflineFilesAfter, listTextPictures, type OfflineFileRow } from './offline-queries.ts';
import { picturesIn } from './offline-texts.ts';

type StoredBytes = { key: string; size: number };

/** Everything that a copy of a project is made of, read at one moment. */
export type OfflineMaterial = {
  owner_id: number;
  /** The project as its client sees it, without files. */
  project: Project;
  face: Face | null;
  logo: StoredBytes | undefined;
  /** The files of each version, in the order of `project.versions`. */
  files: OfflineFileRow[][];
  /** The links of each version, in the order of `project.versions`. */
  links: LinkFile[][];
  textPictures: (StoredBytes & { id: number; mediaType: string })[];
};

const IDS_AT_ONCE = 500;
/** Only this many texts are searched for pictures at a time; a text has up to 100,000 characters. */
const TEXTS_AT_ONCE = 5;

/** Reads what `user` may see of a project; throws NotFoundError when that is nothing. */
export function readMaterial(
  context: Context,
  user: CurrentUser,
  projectId: number,
): Promise<OfflineMaterial> {
  return inSnapshot(context, async (db) => {
    const { owner_id } = await requireVisibleProject(db, user, projectId);
    // Only versions that the user sees are listed here, so no files of others are read.
    const project = await loadProject({ db, now: context.now }, user, projectId, { withFiles: false });
    const row = await findFaceRow(db, owner_id);
    const files: OfflineFileRow[][] = [];
    const links: LinkFile[][] = [];
    for (const { id } of project.versions) {
      files.push(await readFilesOf(db, id));
      links.push(await listLinkFiles(db, id));
    }
    return {
      owner_id,
      project,
      face: row ? toFace(row) : null,
      logo:
        row?.logo_key && row.logo_bytes !== null ? { key: row.logo_key, size: row.logo_bytes } : undefined,
      files,
      links,
      textPictures: await readTextPictures(db, onlookerOf(user, context), project),
    };
  });
}

function readFilesOf(db: Database, versionId: number): Promise<OfflineFileRow[]> {
  return readByPages<OfflineFileRow, OfflineFileRow>(
    PAGE_ROWS,
    (after) => listOfflineFilesAfter(db, versionId, after),
    (row) => row,
  );
}

async function readTextPictures(
  db: Database,
  onlooker: Onlooker,
  project: Project,
): Promise<OfflineMaterial['textPictures']> {
  const ids = new Set<number>();
  const texts = [project, ...project.milestones, ...project.versions].map(({ description }) => description);
  await inSlices(texts, TEXTS_AT_ONCE, (text) => {
    for (const id of picturesIn(text)) ids.add(id);
  });
  const wanted = [...ids];
  const pictures: OfflineMaterial['textPictures'] = [];
  for (let start = 0; start < wanted.length; start += IDS_AT_ONCE) {
    const some = wanted.slice(start, start + IDS_AT_ONCE);
    const rows = await listTextPictures(db, onlooker, { projectId: project.id, ids: some });
    for (const { id, storage_key, size_bytes, media_type } of rows)
      pictures.push({ id, key: storage_key, size: size_bytes, mediaType: media_type });
  }
  return pictures;
}
