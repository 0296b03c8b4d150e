import fs from 'node:fs';
import http from 'node:http';
import { syncBuiltinESMExports } from 'node:module';
import path from 'node:path';
import { isMainThread } from 'node:worker_threads';
import { hasSameHead, sameUntil } from './database-bytes.ts';
import { BEFORE, BYTES_FILE, type DiskEvent, EVENTS_FILE } from './events.ts';

/**
 * Loaded before the server (`node --import`): records its disk operations below VITRIN_TEST_RECORDED, and the
 * moments of its answers, in the folder VITRIN_TEST_HISTORY. It wraps the calls of node:fs. SQLite bypasses
 * them: it writes its log on the same thread and the database file also on the checkpoint thread. Its files
 * are therefore compared before each sync and answer, and differences count as written. Syncs of the log are
 * wrapped calls; writes to the database file count as synced after the log. Existing files are recorded as
 * created and synced. The reserve file of the disk is left out, because it is never read.
 */
type Call = (...values: unknown[]) => unknown;

const real = { ...fs };
const realOpen = fs.promises.open.bind(fs.promises);
const recorded = process.env['VITRIN_TEST_RECORDED'] ?? '';
const history = process.env['VITRIN_TEST_HISTORY'] ?? '';
const database = path.join(process.env['DATA_DIR'] ?? '', 'vitrin.sqlite');

const files = new Map<string, number>();
const descriptors = new Map<number, string>();
const handles = new WeakMap<object, string>();
const seen = new Map<string, Buffer>();
let [eventCount, fileCount, byteCount] = [0, 0, 0];
/** Some functions of node:fs call others, which must not be recorded twice. */
let depth = 0;

if (isMainThread && history !== '') await recordAll();

async function recordAll() {
  const events = real.openSync(path.join(history, EVENTS_FILE), 'w');
  const bytes = real.openSync(path.join(history, BYTES_FILE), 'w');
  const record = (event: DiskEvent): number => {
    real.writeSync(events, `${JSON.stringify(event)}\n`);
    eventCount += 1;
    return eventCount - 1;
  };
  const recordWrite = (file: number, position: number, data: Uint8Array): number => {
    real.writeSync(bytes, data);
    byteCount += data.length;
    const start = byteCount - data.length;
    return record({ op: 'write', file, position, bytes: { start, length: data.length } });
  };

  const isRecorded = (place: unknown): place is string =>
    typeof place === 'string' &&
    `${place}/`.startsWith(`${recorded}/`) &&
    !/lock\.sqlite|-shm$|\/reserve$/.test(place);

  const create = (place: string): number[] => {
    files.set(place, ++fileCount);
    return [record({ op: 'create', path: place, file: fileCount })];
  };

  const open = (place: string, flags: unknown): number[] => {
    const file = files.get(place);
    if (file === undefined) return flags === 'r' || flags === 'r+' ? [] : create(place);
    return flags === 'w' ? [record({ op: 'truncate', file, length: 0 })] : [];
  };

  const move = (op: 'rename' | 'link', from: string, to: string): number[] => {
    const file = files.get(from) ?? 0;
    files.set(to, file);
    if (op === 'rename') files.delete(from);
    return [record({ op, path: to, from, file })];
  };

  const remove = (place: string): number[] =>
    files.delete(place) ? [record({ op: 'remove', path: place })] : [];

  const makeFolders = (place: string): number[] => {
    if (real.existsSync(place)) return [];
    const above = makeFolders(path.dirname(place));
    return [...above, record({ op: 'mkdir', path: place })];
  };

  const sync = (place: string, method: string): number[] => {
    lookAtDatabase();
    const file = files.get(place);
    return [record({ op: 'sync', method, path: place, ...(file !== undefined && { file }) })];
  };

  const writeWhole = (place: string, content: unknown, options: unknown): number[] => {
    const { flag = 'w', flush = false } = (options ?? {}) as { flag?: string; flush?: boolean };
    const begun = open(place, flag);
    const data = typeof content === 'string' ? Buffer.from(content) : (content as Uint8Array);
    const written = recordWrite(files.get(place) ?? 0, 0, data);
    record({ op: 'done', of: written });
    return flush ? [...begun, ...sync(place, 'sync')] : begun;
  };

  /** SQLite syncs the log before it writes it back, and the database file before it begins the log anew or removes it. */
  function lookAtDatabase() {
    const log = `${database}-wal`;
    const [before, now] = [seen.get(log), contentOf(log)];
    const isBegunAnew = before !== undefined && !hasSameHead(before, now);
    if (!isBegunAnew) noteChanges(log, now);
    const isWrittenBack = noteChanges(database, contentOf(database));
    if (isWrittenBack && files.has(log) && !isBegunAnew) over(syncOfSqlite(log));
    if (isWrittenBack) over(syncOfSqlite(database));
    if (!isBegunAnew) return;
    over([record({ op: 'truncate', file: files.get(log) ?? 0, length: 0 })]);
    over(syncOfSqlite(log));
    seen.set(log, Buffer.alloc(0));
    if (now) noteChanges(log, now);
    else {
      seen.delete(log);
      over(remove(log));
    }
  }

  function noteChanges(place: string, now: Buffer | undefined): boolean {
    if (now === undefined) return false;
    const before = seen.get(place);
    seen.set(place, now);
    if (before === undefined && place === database) return noteNewDatabase(now);
    if (before === undefined) over(create(place));
    const position = before ? sameUntil(before, now) : 0;
    if (before && position === now.length) return false;
    over([recordWrite(files.get(place) ?? 0, position, now.subarray(position))]);
    return true;
  }

  /** A new database file is made behind a rollback journal, which is not recorded: it is there whole or not at all. */
  function noteNewDatabase(content: Buffer): true {
    fileCount += 1;
    files.set(database, fileCount);
    over([recordWrite(fileCount, 0, content)]);
    over(syncOfSqlite(database));
    over([record({ op: 'create', path: database, file: fileCount })]);
    return true;
  }

  const syncOfSqlite = (place: string) => [
    record({ op: 'sync', method: 'SQLite', path: place, file: files.get(place) ?? 0 }),
  ];

  function noteWhatIsThere(folder: string) {
    for (const entry of real.readdirSync(folder, { withFileTypes: true })) {
      const place = path.join(folder, entry.name);
      if (!isRecorded(place)) continue;
      if (entry.isDirectory()) {
        over([record({ op: 'mkdir', path: place })]);
        noteWhatIsThere(place);
        continue;
      }
      over(create(place));
      const content = real.readFileSync(place);
      const file = files.get(place) ?? 0;
      over([recordWrite(file, 0, content)]);
      over([record({ op: 'sync', method: BEFORE, path: place, file })]);
      if (place === database || place === `${database}-wal`) seen.set(place, content);
    }
    over([record({ op: 'sync', method: BEFORE, path: folder })]);
  }

  const over = (begun: number[]) => begun.forEach((of) => record({ op: 'done', of }));
  const failed = (begun: number[]) => begun.forEach((of) => record({ op: 'failed', of }));

  /** Records the beginning and the end of a call, whichever way it reports the end. */
  const around = (begun: number[], call: () => unknown): unknown => {
    depth += 1;
    try {
      const result = call();
      if (!(result instanceof Promise)) {
        over(begun);
        return result;
      }
      return result.then(
        (value: unknown) => {
          over(begun);
          return value;
        },
        (error: unknown) => {
          failed(begun);
          throw error;
        },
      );
    } catch (error) {
      failed(begun);
      throw error;
    } finally {
      depth -= 1;
    }
  };

  const wrap = (target: object, name: string, begin: (...values: unknown[]) => number[]) => {
    const functions = target as Record<string, Call>;
    const original = functions[name];
    if (!original) throw new Error(`node:fs has no ${name}`);
    functions[name] = function (this: unknown, ...values: unknown[]) {
      const isNested = depth > 0;
      return isNested
        ? original.apply(this, values)
        : around(begin.apply(this, values), () => original.apply(this, values));
    };
  };
  const wrapBoth = (name: string, begin: (...values: unknown[]) => number[]) => {
    wrap(fs, `${name}Sync`, begin);
    wrap(fs.promises, name, begin);
  };

  noteWhatIsThere(recorded);
  process.once('exit', lookAtDatabase);
  wrapBoth('mkdir', (place) => (isRecorded(place) ? makeFolders(place) : []));
  wrapBoth('rename', (from, to) => (isRecorded(from) ? move('rename', from, String(to)) : []));
  wrapBoth('link', (from, to) => (isRecorded(from) ? move('link', from, String(to)) : []));
  wrapBoth('rm', (place) => (isRecorded(place) ? remove(place) : []));
  wrapBoth('unlink', (place) => (isRecorded(place) ? remove(place) : []));
  wrapBoth('writeFile', (place, content, options) =>
    isRecorded(place) ? writeWhole(place, content, options) : [],
  );

  const { openSync } = fs;
  fs.openSync = (place, flags, mode) => {
    const begun = depth === 0 && isRecorded(place) ? open(place, flags) : [];
    const descriptor = openSync(place, flags, mode);
    over(begun);
    if (isRecorded(place)) descriptors.set(descriptor, place);
    else descriptors.delete(descriptor);
    return descriptor;
  };
  for (const name of ['fsyncSync', 'fdatasyncSync'])
    wrap(fs, name, (descriptor) => {
      const place = descriptors.get(Number(descriptor));
      return place === undefined ? [] : sync(place, name.replace(/^f|Sync$/g, ''));
    });
  for (const name of ['fsync', 'fdatasync'] as const) {
    const original = fs[name];
    const wrapped = (descriptor: number, callback: (error: Error | null) => void) => {
      const place = descriptors.get(descriptor);
      const begun = place === undefined ? [] : sync(place, name.slice(1));
      original(descriptor, (error) => {
        (error ? failed : over)(begun);
        callback(error);
      });
    };
    Object.assign(fs, { [name]: wrapped });
  }

  fs.promises.open = async (place, flags, mode) => {
    const begun = isRecorded(place) ? open(place, flags) : [];
    const handle = await realOpen(place, flags, mode);
    over(begun);
    if (isRecorded(place)) handles.set(handle, place);
    return handle;
  };
  const any = await realOpen(history, 'r');
  const prototype = Object.getPrototypeOf(any) as object;
  await any.close();
  const ofHandle = (name: string, begin: (place: string, ...values: unknown[]) => number[]) =>
    wrap(prototype, name, function (this: unknown, ...values: unknown[]) {
      const place = handles.get(this as object);
      return place === undefined ? [] : begin(place, ...values);
    });
  ofHandle('write', (place, data, offset, length, position) => {
    const [from, size] = [Number(offset), Number(length)];
    return [
      recordWrite(files.get(place) ?? 0, Number(position), (data as Uint8Array).subarray(from, from + size)),
    ];
  });
  ofHandle('truncate', (place, length) => [
    record({ op: 'truncate', file: files.get(place) ?? 0, length: Number(length ?? 0) }),
  ]);
  for (const method of ['sync', 'datasync']) ofHandle(method, (place) => sync(place, method));

  const { prototype: response } = http.ServerResponse;
  const writeHead = Reflect.get(response, 'writeHead') as Call;
  Object.assign(response, {
    writeHead(this: http.ServerResponse, ...values: unknown[]) {
      lookAtDatabase();
      const { method, url } = this.req;
      this.setHeader('x-recorded', record({ op: 'answer', request: `${method} ${url}` }));
      return writeHead.apply(this, values);
    },
  });
  syncBuiltinESMExports();
}

function contentOf(place: string): Buffer | undefined {
  return real.existsSync(place) ? real.readFileSync(place) : undefined;
}
