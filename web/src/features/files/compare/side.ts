import type { ProjectFile } from '@vitrin/shared/contract/files.ts';

export type Side = { file: ProjectFile; label: string };
