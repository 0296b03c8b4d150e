import { LOGO_LIMITS } from '@vitrin/shared/rules/logo-size.ts';
import { newStorageKey } from '@vitrin/engine/storage/storage.ts';
import { bufferOf, bytesOf } from '@vitrin/engine/bytes/byte-source.ts';
import type { Context } from '../../../../context.ts';
import { drawLogo } from '@vitrin/engine/pictures/logo.ts';
import { LOGO_NAME } from '../../carried/entry-names.ts';
import { ArchiveError } from '../archive-error.ts';
import { locationOf } from './copy-entries.ts';
import { findEntries, updateEntry } from '../entry-queries.ts';
import type { Head } from '../groups.ts';
import type { ArchiveUpload } from '../import-queries.ts';
import { readEntry, readerOf } from '../read-entries.ts';

/** Redraws the logo like an upload (specification 9.13); ArchiveError for another size, as one drawn before keeps its size. */
export async function importLogo(
  context: Context,
  { id, storage_key: archive }: ArchiveUpload,
  { freelancer: { logo } }: Pick<Head, 'freelancer'>,
): Promise<void> {
  const entry = logo && (await findEntries(context.db, id, [LOGO_NAME])).get(LOGO_NAME);
  if (!entry || entry.media_type !== null) return;
  const refusal = new ArchiveError('imports.bad_picture', { name: LOGO_NAME });
  if (entry.size_bytes > LOGO_LIMITS.mostBytes) throw refusal;
  const bytes = await bufferOf(readEntry(readerOf(context, archive), locationOf(entry), entry.sha256));
  const drawn = await drawLogo(bytes, LOGO_LIMITS, context.log);
  if (drawn?.width !== logo?.width || drawn?.height !== logo?.height || !drawn) throw refusal;
  const storage_key = entry.storage_key ?? newStorageKey();
  // Named before it is written, so that nothing lies in the store that no row names.
  await updateEntry(context.db, entry, { storage_key });
  await context.storage.write(storage_key, bytesOf(drawn.bytes));
  await updateEntry(context.db, entry, { media_type: 'image/png', size_bytes: drawn.bytes.length });
}
