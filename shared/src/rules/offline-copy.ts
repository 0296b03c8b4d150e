import type { Face } from '../contract/faces.ts';
import type { ProjectFile } from '../contract/files.ts';
import type { Project } from '../contract/projects.ts';
import type { Language } from '../contract/users.ts';

/** A project for a folder that opens without a server; addresses of files are paths from its `index.html`. */
export type OfflineCopy = {
  language: Language;
  takenAt: string;
  /** IANA time zone of its page for readers without scripts. */
  timeZone: string;
  /** Project without files and without values that change from visit to visit. */
  project: Project;
  face: Face | null;
  versions: OfflineVersion[];
};

export type OfflineVersion = {
  id: number;
  /** Path of the folder with its files, which ends with a slash; empty without files. */
  folder: string;
  files: ProjectFile[];
  texts: Record<string, string>;
};

export const OFFLINE_VARIABLE = 'vitrinCopy';

/** Placeholder in the page for the unbounded list of all files, which is written separately. */
export const ALL_FILES_MARKER = '<!--all files-->';

export const OFFLINE_FOLDER = 'offline';
