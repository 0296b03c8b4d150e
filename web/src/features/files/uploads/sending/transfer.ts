export type TransferJob = {
  file: File;
  /** Null for an archive to bring along. */
  versionId: number | null;
  section?: number | undefined;
  /** Path of the upload on the server; null begins a new one. */
  url: string | null;
};

export type TransferEvents = {
  /** The server has given the upload an address. May be called after `stop`, if the creation was under way then. */
  onUrl: (url: string) => void;
  onProgress: (sentBytes: number) => void;
};

export type Transfer = {
  /** Rejects with ApiError, NetworkError, UnreadableFileError, ChangedFileError or LimitBetweenError. Never settles after `stop`. */
  finished: Promise<void>;
  stop: () => void;
};

/** Tracks a transfer for `stop`: `abort` ends the request under way. */
export type Sending = { isStopped: boolean; abort: () => void };

export type StartTransfer = (job: TransferJob, events: TransferEvents) => Transfer;
