import { crc32 } from 'node:zlib';
import type { Database } from '../../../database/connect.ts';
import { fileNameOf } from '@vitrin/shared/rules/texts/file-names.ts';

/** A link of a version as a file that Windows and macOS open in a browser. */
export type LinkFile = Awaited<ReturnType<typeof listLinkFiles>>[number];

/** Returns the links of a version as files, in their order (specification 6.21). */
export async function listLinkFiles(db: Database, versionId: number) {
  const rows = await db
    .selectFrom('links')
    .leftJoin('sections', 'sections.id', 'links.section_id')
    .select(['links.id', 'links.section_id', 'links.title', 'links.address', 'links.created_at'])
    .select('sections.name as section')
    .where('links.version_id', '=', versionId)
    .orderBy('links.position')
    .execute();
  return rows.map(({ id, section_id, section, title, address, created_at }) => {
    // An address is ASCII without control characters, so it cannot add a line.
    const bytes = Buffer.from(`[InternetShortcut]\r\nURL=${address}\r\n`);
    return {
      id,
      name: fileNameOf(`${title.replaceAll(/[/\\]/g, '-')}.url`),
      section_id,
      section,
      created_at,
      modified_at: null,
      bytes,
      size_bytes: bytes.length,
      crc32: crc32(bytes),
    };
  });
}
