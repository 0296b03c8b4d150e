import type { Generated } from 'kysely';
import type { NoticeKind, NoticePart } from '@vitrin/shared/contract/notices.ts';
import type { Timestamp } from './timestamp.ts';

/** Mail about work, one per kind, person and subject. */
export type NoticesTable = {
  id: Generated<number>;
  kind: NoticeKind;
  user_id: number;
  /** Id of a version or milestone, or number of a week. */
  subject_id: number;
  project_id: number | null;
  version_id: number | null;
  milestone_id: number | null;
  /** Moves on while there is more to come. */
  due_at: Timestamp;
  /** Handed to the mail queue, once only. */
  claimed_at: Timestamp | null;
  sent_at: Timestamp | null;
  refused_at: Timestamp | null;
  /** The mail server's words. */
  refusal: string | null;
  /** Given up, since its reader may not or will not get it. */
  dropped_at: Timestamp | null;
  created_at: Timestamp;
};

/** Kinds a user unsubscribed from, or `cover` for their pictures. */
export type UnwantedNoticesTable = {
  user_id: number;
  kind: NoticePart;
  created_at: Timestamp;
};
