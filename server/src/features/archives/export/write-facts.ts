import type { Database } from '../../../database/connect.ts';
import { PAGE_ROWS } from '../../../database/pages.ts';
import { recordOf } from '../carried/column-kinds.ts';
import { IMPORTED_DELIVERY, DELIVERY, EVENT, PLAY, VISIT } from '../carried/columns.ts';
import { type ArchiveRecord, MAX_FACTS } from '../carried/records.ts';
import { isOwnCustomer, listEventsBefore, listPlaysOf, listVisits, rowsOf } from './contents-queries.ts';

export type WriteRecord = (record: ArchiveRecord) => Promise<void>;

const MAX_ID = 2 ** 31 - 1;

export async function writeFacts(
  db: Database,
  ownerId: number,
  projectId: number,
  write: WriteRecord,
): Promise<void> {
  let before = MAX_ID;
  for (let written = 0; written < MAX_FACTS;) {
    const events = await listEventsBefore(db, ownerId, projectId, before);
    for (const event of events) {
      before = event.id;
      await write(recordOf(EVENT, event));
    }
    if (events.length < PAGE_ROWS) break;
    written += events.length;
  }
  for (const visit of await listVisits(db, ownerId, projectId)) await write(recordOf(VISIT, visit));
  const scope = { in: 'project_id', id: projectId } as const;
  let written = 0;
  for (const entity of [DELIVERY, IMPORTED_DELIVERY])
    for await (const row of rowsOf(db, entity, scope, isOwnCustomer(ownerId))) {
      if (written >= MAX_FACTS) break;
      written += 1;
      await write(recordOf(entity, row));
    }
  for (const play of (await listPlaysOf(db, ownerId, projectId)).slice(0, MAX_FACTS))
    await write(recordOf(PLAY, play));
}
