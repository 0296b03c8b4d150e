import { z } from 'zod';
import { Timestamp } from './common.ts';

/** An archive with everything of a freelancer (specification 13.1). */
export const ArchiveExport = z.object({
  /** `making` until it can be downloaded; `failed` if it exceeds the entries of an archive. */
  state: z.enum(['making', 'ready', 'failed']),
  /** Size of the archive; this field and those below are null until it is ready. */
  size_bytes: z.int().nullable(),
  projects: z.int().nullable(),
  files: z.int().nullable(),
  missing: z.int().nullable(),
  made_at: Timestamp.nullable(),
  expires_at: Timestamp,
});
export type ArchiveExport = z.infer<typeof ArchiveExport>;

export const CurrentExport = z.object({ export: ArchiveExport.nullable() });
export type CurrentExport = z.infer<typeof CurrentExport>;

export const RENAMED_SAID = 50;

export const ImportSummary = z.object({
  freelancer: z.string(),
  made_at: Timestamp,
  projects: z.int(),
  customers: z.int(),
  files: z.int(),
  missing: z.int(),
  /** The first 50 clients with a taken username; `to` is their new one, null until they are imported. */
  renamed: z.array(z.object({ from: z.string(), to: z.string().nullable() })),
  renamed_count: z.int(),
});
export type ImportSummary = z.infer<typeof ImportSummary>;

/** An archive that a freelancer imports (specification 13.2). */
export const ArchiveImport = z.object({
  id: z.string(),
  /** `ready` after the check: nothing is imported before the freelancer confirms. */
  state: z.enum(['uploading', 'checking', 'ready', 'bringing', 'done', 'refused']),
  /** Reason of a refusal or a partial import; in the reader's language. */
  problem: z.string().nullable(),
  summary: ImportSummary.nullable(),
  /** Time of an earlier import of the same archive; null if there was none. */
  brought_before: Timestamp.nullable(),
  total_bytes: z.int(),
  done_bytes: z.int(),
  created_at: Timestamp,
  ended_at: Timestamp.nullable(),
});
export type ArchiveImport = z.infer<typeof ArchiveImport>;

export const ArchiveImports = z.object({ results: z.array(ArchiveImport) });
export type ArchiveImports = z.infer<typeof ArchiveImports>;

export const ConfirmImport = z.object({
  /** Required to import an archive again. */
  again: z.boolean().optional(),
});
export type ConfirmImport = z.infer<typeof ConfirmImport>;

/** Receipts that another installation signed for a project before its import. */
export const ImportedReceipts = z.object({
  results: z.array(z.object({ number: z.int(), size: z.int(), sha256: z.string(), brought_at: Timestamp })),
});
export type ImportedReceipts = z.infer<typeof ImportedReceipts>;
