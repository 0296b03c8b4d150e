import { z } from 'zod';
import {
  Description,
  Id,
  MAX_NAME_LENGTH,
  MAX_VERSION_NUMBER_LENGTH,
  nameText,
} from '@vitrin/shared/contract/common.ts';
import { UpdateFace } from '@vitrin/shared/contract/faces.ts';
import { Caption, LAST_POSITION, MAX_FILE_NAME_LENGTH } from '@vitrin/shared/contract/files.ts';
import { LinkAddress, LinkTitle } from '@vitrin/shared/contract/links.ts';
import { MAX_SECTION_NAME_LENGTH } from '@vitrin/shared/rules/texts/section-names.ts';
import { NoticePart } from '@vitrin/shared/contract/notices.ts';
import { Language, Username } from '@vitrin/shared/contract/users.ts';
import { LOGO_LIMITS } from '@vitrin/shared/rules/logo-size.ts';
import { STATUS_OVERRIDES } from '@vitrin/shared/rules/progress.ts';
import { MAX_PICTURE_BYTES } from '@vitrin/shared/rules/texts/rich-text-length.ts';
import {
  carried,
  idOf,
  implied,
  kept,
  left,
  noted,
  ofEntry,
  richText,
  said,
  since,
  text,
  unlessNull,
} from './column-kinds.ts';
import { LOGO_NAME, PICTURE_NAME } from './entry-names.ts';
import {
  Amount,
  Day,
  Device,
  EntryName,
  EventKind,
  FreelancerName,
  Hour,
  Installation,
  Ranges,
  Size,
  Timestamp,
} from './values.ts';

/** Columns stand in record order. A new one gets its line with `since`, and an archive in testing/archives/older-archives.ts. */

const { display_name, accent, greeting, contact } = UpdateFace.shape;

export const MAKER = 0;

const fromOwner = left('the importing freelancer');
const isNew = left('it is new');
const again = left('counted anew');
const drawn = left('made anew of the file');
const origin = since(2, MAKER, unlessNull(idOf('origins', Id, 'origin'), MAKER));

/** The freelancer, without anything that signs them in. */
export const FREELANCER = carried('freelancer', 'faces', {
  owner_id: fromOwner,
  username: said(FreelancerName),
  display_name: said(display_name),
  accent: kept(accent),
  greeting: kept(greeting),
  contact: kept(contact),
  logo: said(
    z
      .strictObject({
        entry: z.literal(LOGO_NAME),
        width: z.int().min(1).max(LOGO_LIMITS.box.width),
        height: z.int().min(1).max(LOGO_LIMITS.box.height),
      })
      .nullable(),
  ),
  logo_key: ofEntry,
  logo_width: ofEntry,
  logo_height: ofEntry,
  logo_bytes: left('drawn anew'),
  unwanted_notices: said(z.array(NoticePart).max(20)),
  /** Only for readers of the archive, since a plan belongs to its installation. */
  plan: said(z.string().max(100).nullable()),
  installation: since(2, null, said(Installation)),
  changed_at: left('set by the import'),
});

export const ORIGIN = carried('origin', 'origins', {
  id: noted(Id),
  freelancer: kept(FreelancerName.nullable()),
  installation: kept(Installation.nullable()),
  owner_id: fromOwner,
  import_id: left('of the installation'),
  number: left('of the archive'),
  brought_at: left('set by the import'),
});

export const CUSTOMER = carried('customer', 'users', {
  id: noted(Id),
  username: noted(Username),
  display_name: noted(display_name),
  language: noted(Language),
  last_seen: kept(Timestamp.nullable()),
  created_at: kept(Timestamp),
  /** Only for readers of the archive, since imported people set their passwords anew. */
  registered: said(z.boolean()),
  /** Customer that a person belongs to; its record comes earlier in the archive. */
  client_id: since(2, null, noted(Id.nullable(), 'client')),
  removed_at: since(2, null, kept(Timestamp.nullable())),
  owner_id: fromOwner,
  username_key: left('made of the name'),
  folded_key: left('made of the name'),
  name_key: left('made of the name'),
  user_type: left('the table of records says it'),
  password_hash: left('a secret'),
  password_changed_at: left('of the password'),
  password_used_at: left('of a login here'),
  code_used_at: left('of a login here'),
  last_login_at: left('of the password'),
  time_zone: left('the browser says it'),
  signup_network: left('of a sign-up here, for a week'),
  extra_storage_gb: left('granted by the owner of the installation'),
  verifications: left('of addresses, which stay'),
});

/** How often something happened on a day, over all projects, deleted ones too. */
export const EVENT_DAY = carried('event_day', 'event_days', {
  day: kept(Day),
  kind: kept(EventKind),
  amount: kept(Amount),
  owner_id: fromOwner,
  brought: left('set by the import'),
});

/** Only recent months have hours; days of any time zone follow from them. */
export const EVENT_HOUR = carried('event_hour', 'event_hours', {
  hour: kept(Hour),
  kind: kept(EventKind),
  amount: kept(Amount),
  owner_id: fromOwner,
  brought: left('set by the import'),
});

/** Begins a project: records up to the next one belong to it. */
export const PROJECT = carried('project', 'projects', {
  id: noted(Id),
  name: text(nameText(MAX_NAME_LENGTH)),
  description: richText(Description),
  created_at: kept(Timestamp),
  last_updated: kept(Timestamp),
  /** `last_updated` for its client, who does not see what waits; null where the two are the same. */
  shown_updated: kept(Timestamp.nullable()),
  edited_at: kept(Timestamp),
  /** Null if the customer does not exist any more. */
  customer_id: noted(Id.nullable(), 'customer'),
  status_override: kept(z.enum(STATUS_OVERRIDES).nullable(), 'status'),
  expected_on: since(2, null, kept(Day.nullable())),
  expected_since: since(2, null, kept(Timestamp.nullable())),
  owner_id: fromOwner,
  name_key: left('made of the name'),
  list_description: left('made of the description'),
  milestones_total: again,
  milestones_completed: again,
  progress: again,
  status: again,
  text_bytes: again,
});

export const MILESTONE = carried('milestone', 'milestones', {
  project_id: implied,
  id: noted(Id),
  name: text(nameText(MAX_NAME_LENGTH)),
  description: richText(Description),
  completed: kept(z.boolean()),
  created_at: kept(Timestamp),
  edited_at: kept(Timestamp),
  position: kept(z.int32().min(1), 'order'),
  due_on: since(2, null, kept(Day.nullable())),
  completed_at: since(2, null, kept(Timestamp.nullable())),
  text_bytes: again,
});

export const VERSION = carried('version', 'versions', {
  project_id: implied,
  id: noted(Id),
  version_number: text(nameText(MAX_VERSION_NUMBER_LENGTH)),
  description: richText(Description),
  ready_at: kept(Timestamp.nullable()),
  created_at: kept(Timestamp),
  edited_at: kept(Timestamp),
  /** Id of the cover's file, which is imported afterwards. */
  cover_id: noted(Id.nullable(), 'cover'),
  text_bytes: again,
});

export const SECTION = carried('section', 'sections', {
  id: noted(Id),
  version_id: idOf('versions', Id, 'version'),
  name: kept(nameText(MAX_SECTION_NAME_LENGTH)),
  position: kept(z.int32().min(1), 'order'),
  created_at: kept(Timestamp),
});

export const LINK = carried('link', 'links', {
  version_id: idOf('versions', Id, 'version'),
  title: kept(LinkTitle),
  address: kept(LinkAddress),
  position: kept(z.int32().min(1), 'order'),
  section_id: idOf('sections', Id.nullable(), 'section'),
  created_at: kept(Timestamp),
  search_key: left('made of the title and the address'),
  id: isNew,
});

export const FILE = carried('file', 'files', {
  id: noted(Id),
  version_id: idOf('versions', Id, 'version'),
  name: noted(z.string().min(1).max(MAX_FILE_NAME_LENGTH)),
  size_bytes: noted(Size, 'size'),
  media_type: noted(z.string().max(255), 'file_type'),
  position: kept(z.int32().min(0).max(LAST_POSITION)),
  created_at: noted(Timestamp),
  section_id: since(2, null, idOf('sections', Id.nullable(), 'section')),
  caption: since(2, '', kept(Caption)),
  alt: since(2, '', kept(Caption)),
  caption_key: left('made of the caption'),
  /** Where its bytes are in the archive; they are missing where there is no such entry. */
  entry: said(EntryName.startsWith('files/')),
  storage_key: ofEntry,
  sha256: ofEntry,
  crc32: ofEntry,
  modified_at: ofEntry,
  owner_id: fromOwner,
  thumbnail_key: drawn,
  thumbnail_large_key: drawn,
  thumbnail_bytes: drawn,
  thumbnail_large_bytes: drawn,
  thumbnail_medium_key: drawn,
  thumbnail_medium_bytes: drawn,
  whole_key: drawn,
  whole_bytes: drawn,
  width: drawn,
  height: drawn,
  tint: drawn,
  pages: drawn,
  duration_ms: drawn,
  preview_key: drawn,
  preview_bytes: drawn,
  preview_percent: drawn,
  web_key: drawn,
  web_bytes: drawn,
  web_crc32: drawn,
  web_type: drawn,
  derived_round: drawn,
  is_derived_away: drawn,
});

export const PICTURE = carried('picture', 'pictures', {
  project_id: implied,
  /** As in the address `/api/pictures/ID/` in the text. */
  id: noted(Id),
  milestone_id: idOf('milestones', Id.nullable(), 'milestone'),
  version_id: idOf('versions', Id.nullable(), 'version'),
  size_bytes: noted(Size.max(MAX_PICTURE_BYTES), 'size'),
  media_type: noted(z.enum(['image/png', 'image/jpeg']), 'file_type'),
  created_at: kept(Timestamp),
  entry: said(EntryName.regex(PICTURE_NAME)),
  storage_key: ofEntry,
  owner_id: fromOwner,
  is_stored: left('only stored ones come along'),
  expires_at: left('only claimed ones come along'),
});

export const EVENT = carried('event', 'events', {
  project_id: implied,
  kind: kept(EventKind),
  user_id: idOf('customers', Id, 'customer'),
  version_id: idOf('versions', Id.nullable(), 'version'),
  file_id: idOf('files', Id.nullable(), 'file'),
  link_id: left('links have no ids in archives'),
  created_at: kept(Timestamp, 'at'),
  amount: unlessNull(kept(Amount)),
  origin_id: origin,
  id: isNew,
  owner_id: fromOwner,
});

export const VISIT = carried('visit', 'visits', {
  project_id: implied,
  user_id: idOf('customers', Id, 'customer'),
  previous_at: kept(Timestamp.nullable()),
  opened_at: kept(Timestamp),
  seen_at: kept(Timestamp),
});

const OF_DELIVERIES = {
  user_id: idOf('customers', Id, 'customer'),
  file_id: idOf('files', Id, 'file'),
  device: kept(Device),
  ranges: kept(Ranges),
  covered_bytes: kept(Size),
  began_at: kept(Timestamp),
  last_at: kept(Timestamp),
  completed_at: kept(Timestamp.nullable()),
  handed_at: since(2, null, kept(Timestamp.nullable())),
  id: isNew,
  project_id: implied,
  version_id: implied,
  size_bytes: implied,
};

/** Deliveries made by this installation; elsewhere they become imported ones. */
export const DELIVERY = carried('delivery', 'deliveries', { ...OF_DELIVERIES, owner_id: fromOwner });

export const IMPORTED_DELIVERY = carried('delivery', 'brought_deliveries', {
  ...OF_DELIVERIES,
  origin_id: origin,
});

export const PLAY = carried('play', 'plays', {
  user_id: idOf('customers', Id, 'customer'),
  file_id: idOf('files', Id, 'file'),
  device: kept(Device),
  percent: kept(z.int().min(1).max(100)),
  last_at: kept(Timestamp),
  origin_id: origin,
  project_id: implied,
  version_id: implied,
});

/** Entities of an archive; of several for one record, the last one defines its fields. */
export const ENTITIES = [
  FREELANCER,
  ORIGIN,
  CUSTOMER,
  EVENT_DAY,
  EVENT_HOUR,
  PROJECT,
  MILESTONE,
  VERSION,
  SECTION,
  LINK,
  FILE,
  PICTURE,
  EVENT,
  VISIT,
  DELIVERY,
  IMPORTED_DELIVERY,
  PLAY,
] as const;
