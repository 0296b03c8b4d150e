import { join } from 'node:path';
import { setPriority } from 'node:os';
import { inheritedEnvironment, readLocations } from '@vitrin/server/config/config.ts';
import { readCopyAccess } from '../copies/access.ts';
import { drill } from './drill.ts';

const PRIORITY = 5;

/** Separate process that tries the newest backup of the given target and writes the result as JSON. */
const [, , target = ''] = process.argv;
process.umask(0o077);
// A server with something to answer comes first.
setPriority(PRIORITY);
// The server writes nothing: its end of the pipe closes with it, also when it is killed.
process.stdin.resume().once('end', () => process.exit(1));
const locations = readLocations();
const access = readCopyAccess(inheritedEnvironment(), join(locations.dataDir, 'parts'));
const result = await drill(target, locations, access);
process.stdout.write(JSON.stringify(result), () => process.exit());
