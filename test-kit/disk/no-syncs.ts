import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';

/**
 * Loaded before the server (`node --import`): omits the syncs of files and folders, to prove that a power cut is
 * noticed. SQLite's own syncs remain, which are those around a checkpoint.
 */
type Sync = (descriptor: number, callback: (error: Error | null) => void) => void;

const leaveOut: Sync = (_descriptor, callback) => setImmediate(callback, null);
Object.assign(fs, { fsync: leaveOut, fdatasync: leaveOut, fsyncSync: () => {}, fdatasyncSync: () => {} });

const any = await fs.promises.open(import.meta.filename, 'r');
const handle = Object.getPrototypeOf(any) as object;
await any.close();
const leaveOutOfHandle = () => Promise.resolve();
Object.assign(handle, { sync: leaveOutOfHandle, datasync: leaveOutOfHandle });
syncBuiltinESMExports();
