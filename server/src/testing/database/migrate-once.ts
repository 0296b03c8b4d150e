import { connectDatabase } from '../../database/connect.ts';
import { migrateToLatest } from '../../database/migrate.ts';

/** A process of its own: migrates the SQLite file given as its argument. */
const [, , sqlitePath = ''] = process.argv;
const db = connectDatabase({ sqlitePath });
await migrateToLatest(db);
await db.destroy();
