import type { Face } from '../contract/faces.ts';
import type { ProjectFile } from '../contract/files.ts';
import type { Project } from '../contract/projects.ts';
import type { Language } from '../contract/users.ts';

/**
 * A project as it is in a folder that opens without a server: what its client sees, with the addresses of all files as
 * paths from the folder's `index.html`.
 */
export type OfflineCopy = {
  /** The language it opens in. */
  language: Language;
  /** When it was taken, ISO 8601. */
  takenAt: string;
  /** IANA name of the zone in which its page is written for readers without scripts. */
  timeZone: string;
  /** Without files, and without what changes from visit to visit. */
  project: Project;
  face: Face | null;
  versions: OfflineVersion[];
};

/** Content of the folder for one version. */
export type OfflineVersion = {
  id: number;
  /** Path of the folder with its files, which ends with a slash; empty where it has none. */
  folder: string;
  files: ProjectFile[];
  /** The bytes of small texts in base64, by the path of the file. */
  texts: Record<string, string>;
};

/** The name of the global variable that holds the copy, which `data.js` sets. */
export const OFFLINE_VARIABLE = 'vitrinCopy';

/** Placeholder in the rendered page for the list of all files, which is unbounded and written separately. */
export const ALL_FILES_PLACE = '<!--all files-->';

/** Folder of everything that is no file of the project. */
export const OFFLINE_FOLDER = 'offline';
