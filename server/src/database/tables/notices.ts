import type { Generated } from 'kysely';
import type { NoticeKind, NoticePart } from '@vitrin/shared/contract/notices.ts';
import type { Timestamp } from './timestamp.ts';

/** Mail about work, one row per kind, person and subject. */
export type NoticesTable = {
  id: Generated<number>;
  kind: NoticeKind;
  user_id: number;
  /** Subject: the id of a version or milestone, or the number of a week. */
  subject_id: number;
  project_id: number | null;
  version_id: number | null;
  milestone_id: number | null;
  /** Moves on while there is more to come. */
  due_at: Timestamp;
  /** When it was handed to the queue of mails; it is never handed over again. */
  claimed_at: Timestamp | null;
  sent_at: Timestamp | null;
  refused_at: Timestamp | null;
  /** In the words of that mail server. */
  refusal: string | null;
  /** Time when it was given up for good, since its reader may not or will not get it. */
  dropped_at: Timestamp | null;
  created_at: Timestamp;
};

/** Kinds of notices that a user unsubscribed from, or `cover` for their pictures; all others are wanted. */
export type UnwantedNoticesTable = {
  user_id: number;
  kind: NoticePart;
  created_at: Timestamp;
};
