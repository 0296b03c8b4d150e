/**
 * Sums of a project's files that count in the storage of one owner: its freelancer, the only one with files there.
 * Triggers on `files` and `versions` keep it (migration 0057); a project that never had a file has no row.
 */
export type FileSumsTable = {
  owner_id: number;
  project_id: number;
  files: number;
  bytes: number;
};
