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

  const isRecorded = (file: unknown): file is string =>
    typeof file === 'string' &&
    `${file}/`.startsWith(`${recorded}/`) &&
    !/lock\.sqlite|-shm$|\/reserve$/.test(file);

  const create = (file: string): number[] => {
    files.set(file, ++fileCount);
    return [record({ op: 'create', path: file, file: fileCount })];
  };

  const open = (target: string, flags: unknown): number[] => {
    const file = files.get(target);
    if (file === undefined) return flags === 'r' || flags === 'r+' ? [] : create(target);
    return flags === 'w' ? [record({ op: 'truncate', file, length: 0 })] : [];
  };

  const move = (op: 'rename' | 'link', from: string, to: string): number[] => {
    const file = files.get(from) ?? 0;
    files.set(to, file);
    if (op === 'rename') files.delete(from);
    return [record({ op, path: to, from, file })];
  };

  const remove = (file: string): number[] =>
    files.delete(file) ? [record({ op: 'remove', path: file })] : [];

  const makeFolders = (folder: string): number[] => {
    if (real.existsSync(folder)) return [];
    const above = makeFolders(path.dirname(folder));
    return [...above, record({ op: 'mkdir', path: folder })];
  };

  const sync = (target: string, method: string): number[] => {
    lookAtDatabase();
    const file = files.get(target);
    return [record({ op: 'sync', method, path: target, ...(file !== undefined && { file }) })];
  };

  const writeWhole = (file: string, content: unknown, options: unknown): number[] => {
    const { flag = 'w', flush = false } = (options ?? {}) as { flag?: string; flush?: boolean };
    const begun = open(file, flag);
    const data = typeof content === 'string' ? Buffer.from(content) : (content as Uint8Array);
    const written = recordWrite(files.get(file) ?? 0, 0, data);
    record({ op: 'done', of: written });
    return flush ? [...begun, ...sync(file, 'sync')] : begun;
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

  function noteChanges(file: string, now: Buffer | undefined): boolean {
    if (now === undefined) return false;
    const before = seen.get(file);
    seen.set(file, now);
    if (before === undefined && file === database) return noteNewDatabase(now);
    if (before === undefined) over(create(file));
    const position = before ? sameUntil(before, now) : 0;
    if (before && position === now.length) return false;
    over([recordWrite(files.get(file) ?? 0, position, now.subarray(position))]);
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

  const syncOfSqlite = (file: string) => [
    record({ op: 'sync', method: 'SQLite', path: file, file: files.get(file) ?? 0 }),
  ];

  function noteWhatIsThere(folder: string) {
    for (const entry of real.readdirSync(folder, { withFileTypes: true })) {
      const target = path.join(folder, entry.name);
      if (!isRecorded(target)) continue;
      if (entry.isDirectory()) {
        over([record({ op: 'mkdir', path: target })]);
        noteWhatIsThere(target);
        continue;
      }
      over(create(target));
      const content = real.readFileSync(target);
      const file = files.get(target) ?? 0;
      over([recordWrite(file, 0, content)]);
      over([record({ op: 'sync', method: BEFORE, path: target, file })]);
      if (target === database || target === `${database}-wal`) seen.set(target, content);
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
  wrapBoth('mkdir', (file) => (isRecorded(file) ? makeFolders(file) : []));
  wrapBoth('rename', (from, to) => (isRecorded(from) ? move('rename', from, String(to)) : []));
  wrapBoth('link', (from, to) => (isRecorded(from) ? move('link', from, String(to)) : []));
  wrapBoth('rm', (file) => (isRecorded(file) ? remove(file) : []));
  wrapBoth('unlink', (file) => (isRecorded(file) ? remove(file) : []));
  wrapBoth('writeFile', (file, content, options) =>
    isRecorded(file) ? writeWhole(file, content, options) : [],
  );

  const { openSync } = fs;
  fs.openSync = (file, flags, mode) => {
    const begun = depth === 0 && isRecorded(file) ? open(file, flags) : [];
    const descriptor = openSync(file, flags, mode);
    over(begun);
    if (isRecorded(file)) descriptors.set(descriptor, file);
    else descriptors.delete(descriptor);
    return descriptor;
  };
  for (const name of ['fsyncSync', 'fdatasyncSync'])
    wrap(fs, name, (descriptor) => {
      const file = descriptors.get(Number(descriptor));
      return file === undefined ? [] : sync(file, name.replace(/^f|Sync$/g, ''));
    });
  for (const name of ['fsync', 'fdatasync'] as const) {
    const original = fs[name];
    const wrapped = (descriptor: number, callback: (error: Error | null) => void) => {
      const file = descriptors.get(descriptor);
      const begun = file === undefined ? [] : sync(file, name.slice(1));
      original(descriptor, (error) => {
        (error ? failed : over)(begun);
        callback(error);
      });
    };
    Object.assign(fs, { [name]: wrapped });
  }

  fs.promises.open = async (file, flags, mode) => {
    const begun = isRecorded(file) ? open(file, flags) : [];
    const handle = await realOpen(file, flags, mode);
    over(begun);
    if (isRecorded(file)) handles.set(handle, file);
    return handle;
  };
  const any = await realOpen(history, 'r');
  const prototype = Object.getPrototypeOf(any) as object;
  await any.close();
  const ofHandle = (name: string, begin: (file: string, ...values: unknown[]) => number[]) =>
    wrap(prototype, name, function (this: unknown, ...values: unknown[]) {
      const file = handles.get(this as object);
      return file === undefined ? [] : begin(file, ...values);
    });
  ofHandle('write', (file, data, offset, length, position) => {
    const [from, size] = [Number(offset), Number(length)];
    return [
      recordWrite(files.get(file) ?? 0, Number(position), (data as Uint8Array).subarray(from, from + size)),
    ];
  });
  ofHandle('truncate', (file, length) => [
    record({ op: 'truncate', file: files.get(file) ?? 0, length: Number(length ?? 0) }),
  ]);
  for (const method of ['sync', 'datasync']) ofHandle(method, (file) => sync(file, method));

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

function contentOf(file: string): Buffer | undefined {
  return real.existsSync(file) ? real.readFileSync(file) : undefined;
}
