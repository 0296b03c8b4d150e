import { setPriority } from 'node:os';
import { inheritedEnvironment, readPlaces } from '../../config.ts';
import { readCopyAccess } from '../copies/access.ts';
import { drill } from './drill.ts';

const PRIORITY = 5;

/** A process of its own: tries the newest backup of the folder given, and writes what came of it as JSON. */
const [, , folder = ''] = process.argv;
process.umask(0o077);
// A server with something to answer comes first.
setPriority(PRIORITY);
const { key } = readCopyAccess(inheritedEnvironment(), '');
process.stdout.write(JSON.stringify(await drill(folder, readPlaces(), key)));
