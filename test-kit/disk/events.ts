/**
 * Operation of a process on its disk; the index in the list is the number of the event. Paths are absolute.
 */
export type DiskEvent =
  /** A new file; `file` identifies it under later names, too. */
  | { op: 'create'; path: string; file: number }
  | { op: 'mkdir'; path: string }
  | { op: 'rename' | 'link'; path: string; from: string; file: number }
  | { op: 'remove'; path: string }
  | { op: 'write'; file: number; position: number; bytes: Bytes }
  | { op: 'truncate'; file: number; length: number }
  /** A sync of a file, or of a folder (no `file`). */
  | { op: 'sync'; method: string; path: string; file?: number }
  /** The call of event number `of` has returned, or thrown. */
  | { op: 'done' | 'failed'; of: number }
  /** The head of an answer is sent; its header `x-recorded` has the number of this event. */
  | { op: 'answer'; request: string };

/** Position of written bytes among all recorded ones. */
type Bytes = { start: number; length: number };

export const EVENTS_FILE = 'events.jsonl';
export const BYTES_FILE = 'bytes';

/** Method of the syncs of files that were on the disk before the recording. */
export const BEFORE = 'before';
