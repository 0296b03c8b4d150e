import { z } from 'zod';
import { GivenText, Timestamp } from './common.ts';

export const CLIENT_NOTICES = [
  'version_ready',
  'milestone_completed',
  'version_reminder',
  'date_moved',
] as const;

export const FREELANCER_NOTICES = [
  'first_look',
  'first_download',
  'version_unopened',
  'weekly_summary',
  'due_tomorrow',
  'board',
] as const;

/** Order of the numbers in the keys of mails: new kinds are appended. */
export const NoticeKind = z.enum([
  'version_ready',
  'milestone_completed',
  'version_reminder',
  'first_look',
  'first_download',
  'version_unopened',
  'weekly_summary',
  'date_moved',
  'due_tomorrow',
  'board',
]);
export type NoticeKind = z.infer<typeof NoticeKind>;

/** Choices of a reader: each kind of mail, and pictures in mails to clients, which a freelancer can switch off too. */
export const NoticePart = z.enum([...NoticeKind.options, 'cover']);
export type NoticePart = z.infer<typeof NoticePart>;

export const NoticeChoice = z.object({ notice: NoticePart, wanted: z.boolean() });
export type NoticeChoice = z.infer<typeof NoticeChoice>;

export const NoticeChoices = z.object({ results: z.array(NoticeChoice) });
export type NoticeChoices = z.infer<typeof NoticeChoices>;

/** `key` from the link of a mail. */
export const Unsubscribe = z.object({ key: GivenText, wanted: z.boolean() });

/** How far a mail about a version is. */
const MailState = z.object({
  /** `waiting` until `at`, `leaving` since `at`, accepted by the mail server, or refused by it. */
  state: z.enum(['waiting', 'leaving', 'sent', 'refused']),
  at: Timestamp,
  /** Reason of the mail server's refusal, without addresses. */
  refusal: z.string().nullable(),
});
export type MailState = z.infer<typeof MailState>;

/** Mails about a version to its client, for its freelancer (specification 9.15). */
export const VersionNotices = z.object({
  client: z.string().nullable(),
  /** True if mails of new versions reach the client, who has a verified address and wants them. */
  reached: z.boolean(),
  opened: z.boolean(),
  ready: MailState.nullable(),
  reminder: MailState.nullable(),
  can_tell: z.boolean(),
  can_remind: z.boolean(),
});
export type VersionNotices = z.infer<typeof VersionNotices>;

export const MailPreview = z.object({ subject: z.string(), text: z.string() });
export type MailPreview = z.infer<typeof MailPreview>;

/** Text with a link in the client's language, for the freelancer to send by other means. */
export const ReadyMessage = z.object({ text: z.string() });
export type ReadyMessage = z.infer<typeof ReadyMessage>;
