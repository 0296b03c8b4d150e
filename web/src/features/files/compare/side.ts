import type { ProjectFile } from '@vitrin/shared/contract/files.ts';

/** A compared file with the name of its version. */
export type Side = { file: ProjectFile; label: string };
