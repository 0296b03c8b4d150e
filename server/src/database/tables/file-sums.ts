/** Triggers keep these sums per owner's storage (migration 0057); a project that never had a file has no row. */
export type FileSumsTable = {
  owner_id: number;
  project_id: number;
  files: number;
  bytes: number;
};
