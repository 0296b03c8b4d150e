import { z } from 'zod';
import { GivenText, Timestamp } from './common.ts';

/** Notices by mail to clients (specification 9.14). */
export const CLIENT_NOTICES = [
  'version_ready',
  'milestone_completed',
  'version_reminder',
  'date_moved',
] as const;

/** Notices by mail to freelancers. */
export const FREELANCER_NOTICES = [
  'first_look',
  'first_download',
  'version_unopened',
  'weekly_summary',
  'due_tomorrow',
  'board',
] as const;

/** In the order of the numbers that the keys of mails hold: a new one comes last. */
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

/** Choices of a reader: mails of a kind, and the pictures in mails to clients, which a freelancer can switch off too. */
export const NoticePart = z.enum([...NoticeKind.options, 'cover']);
export type NoticePart = z.infer<typeof NoticePart>;

/** One kind of notice, or their pictures, and whether its reader wants it. */
export const NoticeChoice = z.object({ notice: NoticePart, wanted: z.boolean() });
export type NoticeChoice = z.infer<typeof NoticeChoice>;

/** The choices of a user, of the kinds that there are for them. */
export const NoticeChoices = z.object({ results: z.array(NoticeChoice) });
export type NoticeChoices = z.infer<typeof NoticeChoices>;

/** Body of POST /notices/unsubscribe/: `key` from the link of a mail. */
export const Unsubscribe = z.object({ key: GivenText, wanted: z.boolean() });

/** How far a mail about a version is. */
const MailState = z.object({
  /** It waits until `at`; is on its way since; has reached the mail server; or that refused it. */
  state: z.enum(['waiting', 'leaving', 'sent', 'refused']),
  at: Timestamp,
  /** In the words of the mail server that refused it, without addresses. */
  refusal: z.string().nullable(),
});
export type MailState = z.infer<typeof MailState>;

/** Mails about a version to its client, for its freelancer (specification 9.15). */
export const VersionNotices = z.object({
  /** The client's name; null where the project has none. */
  client: z.string().nullable(),
  /** True if mails of new versions reach the client, who has a verified address then and wants them. */
  reached: z.boolean(),
  /** True if the client has looked at the version or downloaded from it. */
  opened: z.boolean(),
  /** Null where nothing was written to the client. */
  ready: MailState.nullable(),
  reminder: MailState.nullable(),
  can_tell: z.boolean(),
  can_remind: z.boolean(),
});
export type VersionNotices = z.infer<typeof VersionNotices>;

/** A mail as it would go now, in the reader's language. */
export const MailPreview = z.object({ subject: z.string(), text: z.string() });
export type MailPreview = z.infer<typeof MailPreview>;

/** A text with a link in it, in the client's language, for the freelancer to send by other means. */
export const ReadyMessage = z.object({ text: z.string() });
export type ReadyMessage = z.infer<typeof ReadyMessage>;
