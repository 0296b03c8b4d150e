import type { ProjectFile } from '@vitrin/shared/contract/files.ts';
import { askThread } from '../../sheets/ask-thread.ts';
import { ReadingFailure } from '../../sheets/use-reading.ts';
import type { Archive } from '../read-archive.ts';
import type { Listing, PackedFormat } from './list-archive.ts';
import type { ListQuestion } from './seven-zip-worker.ts';

const FORMATS: Record<string, PackedFormat> = {
  'application/x-7z-compressed': '7z',
  'application/x-rar-compressed': 'rar',
};

/** Returns the format of an archive that 7-Zip can list; undefined for others. */
export function packedFormatOf({ file_type }: Pick<ProjectFile, 'file_type'>): PackedFormat | undefined {
  return FORMATS[file_type];
}

/** Lists a 7z or a rar in a thread of its own. Rejects with a ReadingFailure where there is no list to be shown. */
export async function askSevenZip(question: ListQuestion, signal: AbortSignal): Promise<Archive> {
  const worker = new Worker(new URL('./seven-zip-worker.ts', import.meta.url), { type: 'module' });
  const listing = await askThread<Listing>(worker, question, signal);
  if ('failure' in listing) throw new ReadingFailure(listing.failure);
  return listing;
}
