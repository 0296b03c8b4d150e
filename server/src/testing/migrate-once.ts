import { connectDatabase } from '../database/connect.ts';
import { migrateToLatest } from '../database/migrate.ts';

/** Run as a process of its own: migrates the SQLite file named by its argument. */
const [, , sqlitePath = ''] = process.argv;
const db = connectDatabase({ sqlitePath });
await migrateToLatest(db);
await db.destroy();
