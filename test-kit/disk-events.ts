/** What a process did to its disk, in order; the number of an event is its place. Paths are absolute. */
export type DiskEvent =
  /** A name for a new file; `file` stays the same under other names. */
  | { op: 'create'; path: string; file: number }
  | { op: 'mkdir'; path: string }
  | { op: 'rename' | 'link'; path: string; from: string; file: number }
  | { op: 'remove'; path: string }
  | { op: 'write'; file: number; position: number; bytes: Bytes }
  | { op: 'truncate'; file: number; length: number }
  /** Of a file, or of a folder (no `file`). */
  | { op: 'sync'; method: string; path: string; file?: number }
  /** The call of event `of` has returned, or thrown. */
  | { op: 'done' | 'failed'; of: number }
  /** The head of an answer leaves; its header `x-recorded` names this event. */
  | { op: 'answer'; request: string };

/** Where the bytes of a write are among all that were recorded. */
export type Bytes = { start: number; length: number };

export const EVENTS_FILE = 'events.jsonl';
export const BYTES_FILE = 'bytes';
