/**
 * The files of a project that count in the storage of one owner: of its freelancer, since nobody else has files there.
 * Triggers on `files` and `versions` keep it (migration 0057); a project that never had a file has no row.
 */
export type FileSumsTable = {
  owner_id: number;
  project_id: number;
  files: number;
  bytes: number;
};
