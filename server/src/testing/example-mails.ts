import type { AnalyticsAnswer } from '@vitrin/shared/contract/figures/analytics-query.ts';
import type { Card } from '@vitrin/shared/contract/figures/boards.ts';
import { NoticeKind as NoticeAboutWork } from '@vitrin/shared/contract/notices.ts';
import type { Language } from '@vitrin/shared/contract/users.ts';
import type { MailPart } from '../adapters/mail/mail-template.ts';
import type { Mail } from '../adapters/mail/mailer.ts';
import {
  alreadyExistsMail,
  customerRegisteredMail,
  type Recipient,
  resetMail,
  verificationMail,
} from '../features/auth/mails/mails.ts';
import { codeMail, proofCodeMail } from '../features/auth/mails/code-mail.ts';
import {
  leavingCustomerMail,
  leavingFreelancerMail,
  ownErasureMail,
} from '../features/auth/erasure/erasure-mails.ts';
import { boardMail } from '../features/analytics/boards/board-mail.ts';
import { invitationMail } from '../features/customers/invitation-mail.ts';
import { noticeMail } from '../features/notices/mails.ts';
import { supportMail } from '../features/support/support-mail.ts';
import { NOTICE_KINDS, type NoticeKind, securityMail } from '../features/auth/security/security-mail.ts';

/** Subject of each notice. */
const DETAILS: Partial<Record<NoticeKind, string>> = {
  address_added: 'ayse@yeni.example',
  address_made_primary: 'ayse@yeni.example',
  address_removed: 'ayse@eski.example',
  identity_connected: 'ayse@gmail.example',
  identity_disconnected: 'ayse@gmail.example',
};

/** The account of a freelancer and its code. */
const OWN_CODE = { freelancer: null, sender: null, code: '028417' };

const USER_AGENT =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/19.0 Mobile/15E148 Safari/604.1';

/** One of each kind of mail about work, by name. */
export function exampleNotices(
  language: Language,
  publicUrl: string,
  name = 'Ayşe',
  work = 'Bosphorus & Sons',
): Record<string, Mail> {
  const lines: MailPart[] = [
    {
      key: 'mails.weekly_summary.project',
      params: { project: work, looks: 7, downloads: 12 },
    },
    {
      key: 'mails.weekly_summary.unopened',
      params: { project: 'Haliç', version: '1.0', client: 'Haliç Ltd.' },
    },
  ];
  const notice = {
    id: 1,
    created_at: '2026-11-20T10:00:00.000Z',
    email: 'ayse@example.com',
    username: 'ayse',
    display_name: name,
    language,
    project_id: 7,
    project_name: work,
    owner_username: 'deniz',
    owner_display_name: name === 'Ayşe' ? 'Studio Deniz' : name,
    version_id: 3,
    version_number: '2.0',
    file_count: 12,
    link_count: 1,
    milestone_name: work === 'Bosphorus & Sons' ? 'Logo' : work,
    time_zone: 'Europe/Istanbul',
    client_name: work,
    client: work,
    at: '2026-11-20T11:02:00.000Z',
    downloaded: 4,
    lines,
  };
  const notices: Record<string, Mail> = {};
  for (const kind of NoticeAboutWork.options.filter((each) => each !== 'board'))
    notices[kind.replaceAll('_', '-')] = noticeMail({ ...notice, kind }, publicUrl, '1.0.key');
  notices['first-download-whole'] = noticeMail(
    { ...notice, kind: 'first_download', downloaded: 12 },
    publicUrl,
    '1.0.key',
  );
  return notices;
}

function erasureMails(
  recipient: Recipient,
  publicUrl: string,
  at: Date,
  freelancer: string,
  customer: string,
): Record<string, Mail> {
  const dueAt = '2026-12-04T10:00:00.000Z';
  const origin = { ip: '203.0.113.9', userAgent: USER_AGENT };
  const own = { dueAt, at, isFreelancer: true };
  const key = '1.thnk5z.key';
  return {
    'erasure-asked': ownErasureMail(recipient, publicUrl, { ...own, news: 'asked', key, origin }),
    'erasure-soon': ownErasureMail(recipient, publicUrl, { ...own, news: 'soon', isFreelancer: false, key }),
    'erasure-kept': ownErasureMail(recipient, publicUrl, { ...own, news: 'kept', origin }),
    'freelancer-leaves': leavingFreelancerMail(recipient, publicUrl, { news: 'asked', freelancer, dueAt }),
    'freelancer-stays': leavingFreelancerMail(recipient, publicUrl, { news: 'kept', freelancer, dueAt }),
    'customer-leaves': leavingCustomerMail(recipient, publicUrl, { news: 'asked', customer, dueAt }),
    'customer-stays': leavingCustomerMail(recipient, publicUrl, { news: 'kept', customer, dueAt }),
  };
}

/** The mail of a board, which is no notice, and a question as the owner of the installation gets it, by name. */
export function exampleReports(
  language: Language,
  publicUrl: string,
  name = 'Ayşe',
  work = 'Bosphorus & Sons',
): Record<string, Mail> {
  const days = { from: '2026-10-22', to: '2026-11-20' };
  const card = (id: number, title: string): Card => ({
    id,
    title,
    query: {
      measure: 'downloads',
      by: ['project'],
      compare: 'previous',
      project: null,
      customer: null,
      version: null,
    },
    range: 'last_30_days',
    ...days,
    about: [],
  });
  const row = (key: string, project: string, value: number, before: number) => ({
    keys: [{ key, name: project }],
    value,
    p90: null,
    before,
  });
  const answer: AnalyticsAnswer = {
    measure: 'downloads',
    unit: 'count',
    zone: 'Europe/Istanbul',
    ...days,
    by: ['project'],
    rows: [row('7', work, 12, 9), row('8', 'Haliç', 3, 0)],
    is_truncated: false,
    total: { value: 15, p90: null, before: 9 },
    storage: null,
  };
  return {
    board: boardMail({
      to: 'ayse@example.com',
      language,
      board: { id: 4, name: work },
      cards: [
        { card: card(1, work), answer },
        { card: card(2, work), answer: 'gone' },
        { card: card(3, work), answer: 'too_large' },
      ],
      dueAt: '2026-11-23T05:00:00.000Z',
      publicUrl,
      key: '1.0.key',
    }),
    'support-question': supportMail(
      { contactEmail: 'owner@example.com', ownerLanguage: language, publicUrl },
      { subject: work, text: 'The film stops after ten seconds.\nPlease help.' },
      {
        reference: 'V-7K2M9QXA',
        answer_by: '2026-11-20T16:00:00.000Z',
        browser: name === 'Ayşe' ? USER_AGENT : name,
        version: '0103-boards',
        plan: 'Professional',
        name,
        username: 'ayse',
        email: 'ayse@example.com',
      },
      [],
    ),
  };
}

/** One of each kind of mail about accounts, by name. */
export function exampleMails(
  language: Language,
  publicUrl: string,
  username = 'Ayşe',
  other?: string,
): Record<string, Mail> {
  const recipient = { to: 'ayse@example.com', username, language };
  const at = new Date('2026-11-20T10:00:00.000Z');
  const notice = (kind: NoticeKind, reclaimKey?: string): Mail =>
    securityMail(recipient, publicUrl, {
      kind,
      ip: '203.0.113.9',
      userAgent: USER_AGENT,
      at,
      hasDisconnected: kind === 'password_reset',
      ...(DETAILS[kind] !== undefined && { detail: DETAILS[kind] }),
      ...(reclaimKey !== undefined && { reclaimKey }),
    });
  const notices: Record<string, Mail> = {};
  for (const kind of NOTICE_KINDS) notices[kind.replaceAll('_', '-')] = notice(kind, '1.thnk5z.key');
  return {
    verify: verificationMail(recipient, publicUrl, '1.thnk5z.key'),
    reset: resetMail(recipient, publicUrl, 'r.1.1.thnk5z.key'),
    code: codeMail(recipient, [{ ...OWN_CODE, username: recipient.username }]),
    'several-codes': codeMail(recipient, [
      { ...OWN_CODE, username: recipient.username },
      { username: 'bora', freelancer: other ?? 'Atölye Işık', sender: null, code: '170526' },
    ]),
    'proof-code': proofCodeMail(recipient, '314159'),
    invitation: invitationMail(
      recipient,
      other ?? 'deniz',
      `${publicUrl}/customer-register?token=m.1.1.thnk5z.key`,
    ),
    exists: alreadyExistsMail(recipient, publicUrl),
    ...notices,
    'password-changed-without-link': notice('password_changed'),
    registered: customerRegisteredMail(recipient, publicUrl, other ?? 'Bosphorus & Sons'),
    ...erasureMails(recipient, publicUrl, at, other ?? 'Atölye Işık', other ?? 'Bora'),
  };
}
