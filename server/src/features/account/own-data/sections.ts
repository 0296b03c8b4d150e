import { type SelectQueryBuilder, sql } from 'kysely';
import type { Database } from '../../../database/connect.ts';
import { isAfter, PAGE_ROWS } from '../../../database/pages.ts';
import { type Onlooker, projectsVisibleTo, versionsVisibleTo } from '../../projects/access.ts';

type Value = string | number | boolean | null;
export type Row = Record<string, Value>;
type Reader = { db: Database; onlooker: Onlooker };

type Section = {
  tables: readonly string[];
  read: (reader: Reader) => AsyncGenerator<Row[], void>;
};

/** The stored data by section (specification 3.23): names only where the user may see them now, no secrets or hashes. */
export const SECTIONS = {
  email_addresses: section(['email_addresses'], ['email_addresses.id'], ({ db, onlooker }) =>
    db
      .selectFrom('email_addresses')
      .select(['id', 'email', 'verified', 'verified_at', 'is_primary', 'created_at'])
      .where('user_id', '=', onlooker.id),
  ),
  invitations: section(['invitations'], ['invitations.user_id'], ({ db, onlooker }) =>
    db
      .selectFrom('invitations')
      .select(['user_id', 'email', 'sent_at', 'opened_at', 'refused_at', 'refusal'])
      .where('user_id', '=', onlooker.id),
  ),
  social_accounts: section(['social_accounts'], ['social_accounts.id'], ({ db, onlooker }) =>
    db
      .selectFrom('social_accounts')
      .select(['id', 'provider', 'display', 'created_at', 'last_used_at'])
      .where('user_id', '=', onlooker.id),
  ),
  passkeys: section(['passkeys'], ['passkeys.id'], ({ db, onlooker }) =>
    db
      .selectFrom('passkeys')
      .select(['id', 'name', 'rp_id', 'created_at', 'last_used_at'])
      .where('user_id', '=', onlooker.id),
  ),
  second_factors: section(['second_factors'], ['second_factors.id'], ({ db, onlooker }) =>
    db
      .selectFrom('second_factors')
      .select(['id', 'created_at', 'last_used_at'])
      .where('user_id', '=', onlooker.id),
  ),
  recovery_codes: section(['recovery_codes'], ['recovery_codes.id'], ({ db, onlooker }) =>
    db
      .selectFrom('recovery_codes')
      .select(['id', 'created_at', 'used_at'])
      .where('user_id', '=', onlooker.id),
  ),
  sessions: section(['sessions'], ['sessions.id'], ({ db, onlooker }) =>
    db
      .selectFrom('sessions')
      .select(['id', 'user_agent', 'ip', 'created_at', 'last_seen', 'expires_at'])
      .where('user_id', '=', onlooker.id),
  ),
  known_devices: section(['known_devices'], ['known_devices.id'], ({ db, onlooker }) =>
    db
      .selectFrom('known_devices')
      .select(['id', 'is_trusted', 'factor_trusted_until', 'last_seen'])
      .where('user_id', '=', onlooker.id),
  ),
  security_events: section(['security_events'], ['security_events.id'], ({ db, onlooker }) =>
    db
      .selectFrom('security_events')
      .select(['id', 'kind', 'detail', 'ip', 'device', 'created_at'])
      .where('user_id', '=', onlooker.id),
  ),
  take_backs: section(['take_backs'], ['take_backs.id'], ({ db, onlooker }) =>
    db.selectFrom('take_backs').select(['id', 'email', 'expires_at']).where('user_id', '=', onlooker.id),
  ),
  support_requests: section(['support_requests'], ['support_requests.id'], ({ db, onlooker }) =>
    db
      .selectFrom('support_requests')
      .select(['id', 'reference', 'subject', 'text', 'pictures', 'answer_by', 'created_at'])
      .where('user_id', '=', onlooker.id),
  ),
  payments: section(['payments'], ['payments.id'], ({ db, onlooker }) =>
    db
      .selectFrom('payments')
      .innerJoin('purchases', 'purchases.id', 'payments.purchase_id')
      .innerJoin('plans', 'plans.id', 'purchases.plan_id')
      .select(['payments.id', 'plans.name as plan', 'payments.amount_cents', 'payments.credit_cents'])
      .select(['payments.currency', 'payments.status', 'payments.returned_cents', 'payments.dispute'])
      .select(['payments.dispute_cents', 'purchases.gateway', 'payments.gateway_payment_id as transaction'])
      .select(['payments.period_start', 'payments.period_end', 'payments.made_at'])
      .where('payments.user_id', '=', onlooker.id),
  ),
  accepted_texts: section(['acceptances'], ['acceptances.id'], ({ db, onlooker }) =>
    db
      .selectFrom('acceptances')
      .innerJoin('legal_texts', 'legal_texts.sha256', 'acceptances.sha256')
      .select(['acceptances.id', 'legal_texts.name', 'legal_texts.language', 'legal_texts.version'])
      .select(['acceptances.sha256', 'acceptances.accepted_at'])
      .where('acceptances.user_id', '=', onlooker.id),
  ),
  invoices: section(['invoices'], ['invoices.id'], ({ db, onlooker }) =>
    db
      .selectFrom('invoices')
      .select([
        'id',
        'payment_id',
        'facts',
        'returned_cents',
        'returned_at',
        'created_at',
        'made_at',
        'issued_at',
      ])
      .where('user_id', '=', onlooker.id),
  ),
  billing_details: section(['billing_details'], ['billing_details.user_id'], ({ db, onlooker }) =>
    db
      .selectFrom('billing_details')
      .select(['user_id', 'name', 'tax_number', 'tax_office', 'address', 'district', 'city', 'country'])
      .select('updated_at')
      .where('user_id', '=', onlooker.id),
  ),
  boards: section(['boards'], ['boards.id'], ({ db, onlooker }) =>
    db
      .selectFrom('boards')
      .select(['id', 'name', 'position', 'cards', 'mail', 'mail_due_at', 'created_at'])
      .where('owner_id', '=', onlooker.id),
  ),
  feeds: section(['feeds'], ['feeds.id'], ({ db, onlooker }) =>
    db.selectFrom('feeds').select(['id', 'created_at', 'last_fetched_at']).where('user_id', '=', onlooker.id),
  ),
  tokens: section(['tokens'], ['tokens.id'], ({ db, onlooker }) =>
    db
      .selectFrom('tokens')
      .select(['id', 'name', 'scope', 'project_id', 'created_at', 'expires_at', 'last_used_at'])
      .where('user_id', '=', onlooker.id),
  ),
  unwanted_notices: section(['unwanted_notices'], ['unwanted_notices.kind'], ({ db, onlooker }) =>
    db.selectFrom('unwanted_notices').select(['kind', 'created_at']).where('user_id', '=', onlooker.id),
  ),
  notices: section(['notices'], ['notices.id'], ({ db, onlooker }) =>
    db
      .selectFrom('notices')
      .leftJoin(projects(db, onlooker), 'project.id', 'notices.project_id')
      .leftJoin(versions(db, onlooker), 'version.id', 'notices.version_id')
      .select(['notices.id', 'notices.kind', 'project.name as project', 'version.version_number as version'])
      .select(['notices.created_at', 'notices.sent_at', 'notices.refused_at', 'notices.refusal'])
      .where('notices.user_id', '=', onlooker.id),
  ),
  looks: section(['events'], ['events.id'], ({ db, onlooker }) =>
    db
      .selectFrom('events')
      .leftJoin(projects(db, onlooker), 'project.id', 'events.project_id')
      .leftJoin(versions(db, onlooker), 'version.id', 'events.version_id')
      .leftJoin(files(db, onlooker), 'file.id', 'events.file_id')
      .leftJoin(links(db, onlooker), 'link.id', 'events.link_id')
      .select(['events.id', 'events.kind', 'project.name as project', 'version.version_number as version'])
      .select([
        'file.name as file',
        'link.title as link',
        'events.created_at',
        sql<number>`coalesce(events.amount, 1)`.as('count'),
      ])
      .where('events.user_id', '=', onlooker.id),
  ),
  visits: section(['visits'], ['visits.project_id'], ({ db, onlooker }) =>
    db
      .selectFrom('visits')
      .leftJoin(projects(db, onlooker), 'project.id', 'visits.project_id')
      .select(['visits.project_id', 'project.name as project'])
      .select(['visits.previous_at', 'visits.opened_at', 'visits.seen_at'])
      .where('visits.user_id', '=', onlooker.id),
  ),
  plays: section(['plays'], ['plays.file_id', 'plays.device'], ({ db, onlooker }) =>
    db
      .selectFrom('plays')
      .leftJoin(projects(db, onlooker), 'project.id', 'plays.project_id')
      .leftJoin(files(db, onlooker), 'file.id', 'plays.file_id')
      .select(['plays.file_id', 'project.name as project', 'file.name as file', 'plays.device'])
      .select(['plays.percent', 'plays.last_at'])
      .where('plays.user_id', '=', onlooker.id),
  ),
  downloads: section(['deliveries'], ['deliveries.id'], ({ db, onlooker }) =>
    db
      .selectFrom('deliveries')
      .leftJoin(projects(db, onlooker), 'project.id', 'deliveries.project_id')
      .leftJoin(versions(db, onlooker), 'version.id', 'deliveries.version_id')
      .leftJoin(files(db, onlooker), 'file.id', 'deliveries.file_id')
      .select(['deliveries.id', 'project.name as project', 'version.version_number as version'])
      .select(['file.name as file', 'deliveries.device', 'deliveries.size_bytes', 'deliveries.covered_bytes'])
      .select([
        'deliveries.began_at',
        'deliveries.last_at',
        'deliveries.completed_at',
        'deliveries.handed_at',
      ])
      .where('deliveries.user_id', '=', onlooker.id),
  ),
  earlier_downloads: section(['brought_deliveries'], ['brought_deliveries.id'], ({ db, onlooker }) =>
    db
      .selectFrom('brought_deliveries')
      .leftJoin(projects(db, onlooker), 'project.id', 'brought_deliveries.project_id')
      .leftJoin(files(db, onlooker), 'file.id', 'brought_deliveries.file_id')
      .select(['brought_deliveries.id', 'project.name as project', 'file.name as file'])
      .select(['brought_deliveries.device', 'brought_deliveries.size_bytes'])
      .select(['brought_deliveries.covered_bytes', 'brought_deliveries.began_at'])
      .select(['brought_deliveries.last_at', 'brought_deliveries.completed_at'])
      .where('brought_deliveries.user_id', '=', onlooker.id),
  ),
  program_events: section(['program_events'], ['program_events.id'], ({ db, onlooker }) =>
    db
      .selectFrom('program_events')
      .leftJoin(projects(db, onlooker), 'project.id', 'program_events.project_id')
      .select([
        'program_events.id',
        'program_events.type',
        'project.name as project',
        'program_events.created_at',
      ])
      .where('program_events.client_id', '=', onlooker.id),
  ),
  receipts: section(['ledger_people'], ['ledger_people.project_id'], ({ db, onlooker }) =>
    db
      .selectFrom('ledger_people')
      .leftJoin(projects(db, onlooker), 'project.id', 'ledger_people.project_id')
      .select(['ledger_people.project_id', 'project.name as project'])
      .select(['ledger_people.name', 'ledger_people.person', 'ledger_people.salt'])
      .where('ledger_people.user_id', '=', onlooker.id),
  ),
} satisfies Record<string, Section>;

export type SectionName = keyof typeof SECTIONS;

/** Returns the account's own row without its password; undefined when it was just deleted. */
export function findAccount({ db, onlooker }: Reader): Promise<Row | undefined> {
  return db
    .selectFrom('users')
    .select(['username', 'display_name', 'user_type', 'language', 'time_zone'])
    .select(['created_at', 'last_login_at', 'last_seen', 'password_changed_at'])
    .select(['password_used_at', 'code_used_at'])
    .where('id', '=', onlooker.id)
    .executeTakeFirst();
}

function section<Tables, From extends keyof Tables, Output extends Row>(
  tables: readonly string[],
  key: readonly string[],
  build: (reader: Reader) => SelectQueryBuilder<Tables, From, Output>,
): Section {
  const names = key.map((column) => column.slice(column.indexOf('.') + 1));
  const readPage = (reader: Reader, last: Row | undefined) => {
    let query = build(reader).limit(PAGE_ROWS);
    for (const column of key) query = query.orderBy(sql.ref(column));
    if (last)
      query = query.where(
        isAfter(
          key,
          names.map((name) => asKey(last[name])),
        ),
      );
    return query.execute();
  };
  return {
    tables,
    async *read(reader) {
      for (let last: Row | undefined; ;) {
        const rows = await readPage(reader, last);
        if (rows.length > 0) yield rows;
        if (rows.length < PAGE_ROWS) return;
        last = rows.at(-1);
      }
    },
  };
}

function asKey(value: Value | undefined): string | number {
  if (typeof value === 'string' || typeof value === 'number') return value;
  throw new TypeError('A key of a page is neither a text nor a number');
}

function projects(db: Database, onlooker: Onlooker) {
  return projectsVisibleTo(db, onlooker).select(['projects.id', 'projects.name']).as('project');
}

function versions(db: Database, onlooker: Onlooker) {
  return versionsVisibleTo(db, onlooker).select(['versions.id', 'versions.version_number']).as('version');
}

function links(db: Database, onlooker: Onlooker) {
  return versionsVisibleTo(db, onlooker)
    .innerJoin('links', 'links.version_id', 'versions.id')
    .select(['links.id', 'links.title'])
    .as('link');
}

function files(db: Database, onlooker: Onlooker) {
  return versionsVisibleTo(db, onlooker)
    .innerJoin('files', 'files.version_id', 'versions.id')
    .select(['files.id', 'files.name'])
    .as('file');
}
