import type { Database } from '../../database/connect.ts';
import { readTexts, type TextKey } from '../../database/pages.ts';
import { type FileSums, fileSums } from '../files/row-sums.ts';
import { VERSION_COLUMNS, type VersionRow } from './row.ts';

export type ListedVersion = VersionRow & FileSums;

export function readVersionTexts(db: Database, keys: readonly TextKey[]): Promise<ListedVersion[]> {
  return readTexts(keys, (ids) =>
    db.selectFrom('versions').select(VERSION_COLUMNS).select(fileSums(db)).where('id', 'in', ids).execute(),
  );
}
