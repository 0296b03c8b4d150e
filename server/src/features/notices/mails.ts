import { FREELANCER_NOTICES, type NoticeKind } from '@vitrin/shared/contract/notices.ts';
import type { InlinePicture, SentMail } from '../../adapters/mail/mailer.ts';
import { type MailPart, renderMail } from '../../adapters/mail/mail-template.ts';
import { translate } from '../../i18n/messages.ts';
import type { Language } from '@vitrin/shared/contract/users.ts';
import type { Detail } from './details.ts';
import type { NoticeRow } from './queries.ts';

const FREELANCERS: ReadonlySet<NoticeKind> = new Set(FREELANCER_NOTICES);

type NoticeWords = Pick<
  NoticeRow,
  | 'kind'
  | 'username'
  | 'display_name'
  | 'language'
  | 'project_id'
  | 'project_name'
  | 'owner_username'
  | 'owner_display_name'
  | 'version_id'
  | 'version_number'
  | 'file_count'
  | 'link_count'
> &
  Partial<Pick<NoticeRow, 'milestone_name' | 'time_zone' | 'client_name'>> &
  Detail;

type NoticeContent = NoticeWords & Pick<NoticeRow, 'id' | 'created_at'> & { email: string };

/** Makes the mail of a notice in its reader's language; `key` is that of the link that ends such mails. */
export function noticeMail(
  notice: NoticeContent,
  publicUrl: string,
  key: string,
  picture?: InlinePicture,
): SentMail {
  const { id, created_at, email: to } = notice;
  const mail = renderMail({
    ...contentOf(notice, publicUrl),
    to,
    picture,
    unsubscribe: {
      page: addressOf('/unsubscribe', publicUrl, key),
      oneClick: addressOf('/api/notices/one-click/', publicUrl, key),
    },
  });
  // Equal at a second attempt, so that a mail server that took the first one knows the mail again.
  const messageId = `<notice.${id}.${Date.parse(created_at)}@${new URL(publicUrl).hostname}>`;
  return { ...mail, messageId };
}

/** Returns a preview of a mail, without the links that are its reader's alone. */
export function previewMail(notice: NoticeWords, publicUrl: string): { subject: string; text: string } {
  const { subject, text } = renderMail({ ...contentOf(notice, publicUrl), to: '' });
  return { subject, text };
}

function contentOf(notice: NoticeWords, publicUrl: string): Omit<Parameters<typeof renderMail>[0], 'to'> {
  const { language, username, client, at, downloaded } = notice;
  const isToFreelancer = FREELANCERS.has(notice.kind);
  return {
    language,
    ...wordsOf(notice, publicUrl),
    params: {
      reader: notice.display_name ?? username,
      username,
      freelancer: notice.owner_display_name ?? notice.owner_username ?? '',
      client: client ?? notice.client_name ?? '',
      project: notice.project_name ?? '',
      version: notice.version_number ?? '',
      milestone: notice.milestone_name ?? '',
      files: notice.file_count ?? 0,
      amount: workOf(notice),
      downloaded: downloaded ?? 0,
    },
    facts: { time: at === undefined ? '' : timeInWords(language, at, notice.time_zone ?? null) },
    title: notice.project_name,
    sender: isToFreelancer ? null : notice.owner_display_name,
  };
}

/** "3 files", "one link" or "3 files and one link". */
function workOf({ language, kind, file_count, link_count }: NoticeWords): string {
  const files = amountOf(language, 'mails.files', Number(file_count));
  // Links are not downloaded.
  if (Number(link_count) === 0 || kind === 'first_download') return files;
  const links = amountOf(language, 'mails.links', Number(link_count));
  return Number(file_count) === 0 ? links : translate(language, 'mails.files_and_links', { files, links });
}

function amountOf(
  language: Language,
  key: 'mails.files' | 'mails.links' | 'mails.times',
  count: number,
): string {
  return translate(language, count === 1 ? `${key}.one` : `${key}.other`, { count });
}

function linesOf({ language, lines = [] }: NoticeWords): MailPart[] {
  return lines.map(({ key, params }) => {
    const { looks = 0, downloads = 0 } = params;
    const times = amountOf(language, 'mails.times', Number(looks));
    return {
      key,
      params: { ...params, times, amount: amountOf(language, 'mails.files', Number(downloads)) },
    };
  });
}

/** Formats a time as in "Tuesday 24 November, 14:02"; without a zone it is in UTC, and says so. */
function timeInWords(language: Language, at: string, zone: string | null): string {
  const format = new Intl.DateTimeFormat(language === 'en' ? 'en-GB' : language, {
    weekday: 'long',
    day: 'numeric',
    month: 'long',
    hour: '2-digit',
    minute: '2-digit',
    timeZone: zone ?? 'UTC',
  });
  return `${format.format(new Date(at))}${zone === null ? ' UTC' : ''}`;
}

function addressOf(path: string, publicUrl: string, key: string): string {
  const address = new URL(path, publicUrl);
  address.searchParams.set('key', key);
  return address.href;
}

type Words = Pick<Parameters<typeof renderMail>[0], 'subject' | 'paragraphs' | 'button' | 'note'>;

function wordsOf(notice: NoticeWords, publicUrl: string): Words {
  const { kind, project_id, version_id } = notice;
  const project = new URL(`/projects/${project_id}`, publicUrl).href;
  switch (kind) {
    case 'version_ready':
      return {
        subject: 'mails.version_ready.subject',
        paragraphs: ['mails.notice.hello', 'mails.version_ready.text', ...linesOf(notice), 'mails.log_in_as'],
        button: { label: 'mails.notice.button', url: project },
      };
    case 'milestone_completed':
      return {
        subject: 'mails.milestone_completed.subject',
        paragraphs: ['mails.notice.hello', 'mails.milestone_completed.text', 'mails.log_in_as'],
        button: { label: 'mails.notice.button', url: project },
      };
    case 'version_reminder':
      return {
        subject: 'mails.version_reminder.subject',
        paragraphs: ['mails.notice.hello', 'mails.version_reminder.text', 'mails.log_in_as'],
        button: { label: 'mails.notice.button', url: project },
      };
    case 'date_moved':
      return {
        subject: 'mails.date_moved.subject',
        paragraphs: ['mails.notice.hello', 'mails.date_moved.text', ...linesOf(notice), 'mails.log_in_as'],
        button: { label: 'mails.notice.button', url: project },
      };
    case 'due_tomorrow':
      return {
        subject: 'mails.due_tomorrow.subject',
        paragraphs: ['mails.notice.hello', 'mails.due_tomorrow.text', ...linesOf(notice)],
        button: {
          label: 'mails.due_tomorrow.button',
          url: new URL('/projects?ordering=next_due_on', publicUrl).href,
        },
      };
    case 'first_look':
      return {
        subject: 'mails.first_look.subject',
        paragraphs: ['mails.notice.hello', 'mails.first_look.text'],
        button: { label: 'mails.notice.button', url: project },
      };
    case 'first_download': {
      const { downloaded = 0, file_count } = notice;
      const isWhole = downloaded >= (file_count ?? 0);
      return {
        subject: 'mails.first_download.subject',
        paragraphs: [
          'mails.notice.hello',
          isWhole ? 'mails.first_download.whole' : 'mails.first_download.text',
        ],
        button: { label: 'mails.notice.button', url: project },
      };
    }
    case 'version_unopened':
      return {
        subject: 'mails.version_unopened.subject',
        paragraphs: ['mails.notice.hello', 'mails.version_unopened.text'],
        button: { label: 'mails.version_unopened.button', url: `${project}?remind=${version_id}` },
      };
    default:
      return {
        subject: 'mails.weekly_summary.subject',
        paragraphs: ['mails.notice.hello', 'mails.weekly_summary.text', ...linesOf(notice)],
        button: { label: 'mails.weekly_summary.button', url: new URL('/analytics', publicUrl).href },
      };
  }
}
