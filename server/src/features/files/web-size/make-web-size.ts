import { crc32 } from 'node:zlib';
import { WEB_PIXELS } from '@vitrin/shared/rules/web-size.ts';
import { bytesOf } from '@vitrin/engine/bytes/byte-source.ts';
import { drawWebPicture, hasWebPicture } from '@vitrin/engine/pictures/web-picture.ts';
import type { Context } from '../../../context.ts';
import { enqueue } from '../../../jobs/enqueue.ts';
import { mostWebBytes } from '../derived/bounds.ts';
import { keepDerived } from '../derived/keep.ts';
import { derivedKey } from '../derived/keys.ts';
import { withLocalFile } from '../local-file.ts';
import { findStoredFile } from '../queries.ts';
import { forgetAsked, noteNoWebSize } from '../web-size-queries.ts';

/** Runs the job of a web size (specification 6.22). A failed drawing leaves the original; without room the next request is refused. */
export async function makeWebSize(context: Context, fileId: number, signal: AbortSignal): Promise<void> {
  const { db, storage } = context;
  const file = await findStoredFile(db, fileId);
  if (!file || file.web_bytes !== null || file.web_type === 'none' || !hasWebPicture(file.media_type)) return;
  const drawn = await withLocalFile(context, file, (path) =>
    drawWebPicture(path, {
      mediaType: file.media_type,
      pixels: WEB_PIXELS,
      mostBytes: mostWebBytes(file),
      signal,
    }),
  );
  if (!drawn) return noteNoWebSize(db, fileId);
  const key = derivedKey(file, 'web');
  await storage.write(key, bytesOf(drawn.bytes));
  const keeping = await keepDerived(context, file, {
    web_key: key,
    web_bytes: drawn.bytes.length,
    web_crc32: crc32(drawn.bytes),
    web_type: drawn.mediaType,
  });
  // A removal of thumbnails meanwhile has changed the key.
  if (keeping === 'gone') await enqueue(context, 'make-web-size', { file_id: fileId });
  if (keeping === 'no room') await forgetAsked(db, fileId);
}
