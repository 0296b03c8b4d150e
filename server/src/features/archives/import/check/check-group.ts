import { MAX_COUNTS } from '@vitrin/shared/rules/counts.ts';
import { usernameKey } from '@vitrin/shared/rules/texts/names.ts';
import { rowPages } from '../../../../database/pages.ts';
import { inSlices } from '@vitrin/engine/event-loop/slices.ts';
import { areApart, bytesIn, readRanges } from '@vitrin/engine/bytes/byte-union.ts';
import type { Group, Head } from '../groups.ts';
import { ArchiveError } from '../archive-error.ts';
import type { NewEntry } from '../entry-queries.ts';

export type Claims = {
  find: (names: readonly string[]) => Promise<ReadonlyMap<string, Pick<NewEntry, 'number' | 'size_bytes'>>>;
  /** A 1 for each entry that a record has named, by its number. */
  named: Uint8Array;
  left: number;
};

const RECORDS_AT_ONCE = 5000;
const NAMES_AT_ONCE = 200;

type Named = { customers: ReadonlyMap<number, 'customer' | 'person'>; origins: ReadonlySet<number> };

export function checkHead({ origins, customers, days, hours }: Head): void {
  requireUnique(origins.map(({ id }) => id));
  requireUnique(customers.map(({ id }) => id));
  checkPeople(customers);
  // No installation has a name twice; each that is taken here is looked up until one is free.
  requireUnique(customers.map(({ username }) => usernameKey(username)));
  requireUnique(days.map(({ day, kind }) => `${day} ${kind}`));
  requireUnique(hours.map(({ hour, kind }) => `${hour} ${kind}`));
}

function checkPeople(customers: Head['customers']): void {
  const people = new Map<number, number>();
  for (const { id, client, removed_at } of customers) {
    if (client === null || client === undefined) {
      demand(removed_at === null || removed_at === undefined);
      people.set(id, 0);
      continue;
    }
    const before = people.get(client);
    demand(before !== undefined);
    if (removed_at === null || removed_at === undefined) people.set(client, (before ?? 0) + 1);
  }
  demand([...people.values()].every((count) => count <= MAX_COUNTS.people));
  demand(people.size <= MAX_COUNTS.customers);
}

/**
 * Throws ArchiveError when a record of a project names something that is not in it, stands twice, or names an entry of
 * another record. Returns the number of files without bytes, and the bytes of all others and of the pictures.
 */
export async function checkGroup(
  group: Group,
  { customers, origins }: Named,
  claims: Claims,
): Promise<{ missing: number; bytes: number }> {
  const { project, milestones, versions, sections, links, files, pictures } = group;
  const milestoneIds = requireUnique(milestones.map(({ id }) => id));
  const versionIds = requireUnique(versions.map(({ id }) => id));
  requireUnique(files.map(({ id }) => id));
  requireUnique(pictures.map(({ id }) => id));
  const orders = milestones.map(({ order }) => order);
  demand(new Set(orders).size === orders.length && Math.max(0, ...orders) === orders.length);
  demand(project.customer === null || customers.get(project.customer) === 'customer');
  const fileById = new Map(files.map(({ id, version, size }) => [id, { version, size }]));
  const versionOf = checkSections(sections, versionIds);
  for (const { version, section = null } of files)
    demand(versionIds.has(version) && (section === null || versionOf.get(section) === version));
  checkLinks(links, versionIds, versionOf);
  for (const { id, cover } of versions) demand(cover === null || fileById.get(cover)?.version === id);
  for (const { milestone, version } of pictures) {
    demand(milestone === null || (version === null && milestoneIds.has(milestone)));
    demand(version === null || versionIds.has(version));
  }
  await checkFacts(group, { customers, origins }, versionIds, fileById);
  const ofFiles = await claimAll(files, claims);
  // A text is imported without a picture that had lost its bytes at its origin.
  const ofPictures = await claimAll(pictures, claims);
  return { missing: ofFiles.missing, bytes: ofFiles.bytes + ofPictures.bytes };
}

/** Returns the version of each section, and checks that their orders are dense. */
function checkSections(sections: Group['sections'], versionIds: ReadonlySet<number>): Map<number, number> {
  requireUnique(sections.map(({ id }) => id));
  for (const [version, own] of Map.groupBy(sections, (section) => section.version)) {
    const orders = new Set(own.map(({ order }) => order));
    demand(versionIds.has(version) && own.length <= MAX_COUNTS.sections);
    demand(orders.size === own.length && Math.max(...orders) === own.length);
  }
  return new Map(sections.map(({ id, version }) => [id, version]));
}

/** Links are those of a version, in a section of it or in none, and their orders are dense. */
function checkLinks(
  links: Group['links'],
  versionIds: ReadonlySet<number>,
  versionOf: ReadonlyMap<number, number>,
): void {
  for (const [version, own] of Map.groupBy(links, (link) => link.version)) {
    const orders = new Set(own.map(({ order }) => order));
    demand(versionIds.has(version) && own.length <= MAX_COUNTS.links);
    demand(orders.size === own.length && Math.max(...orders) === own.length);
    for (const { section } of own) demand(section === null || versionOf.get(section) === version);
  }
}

/** Checks customers' events: up to 100,000 records of each kind, so other requests run in between. */
async function checkFacts(
  { events, visits, deliveries, plays }: Group,
  { customers, origins }: Named,
  versionIds: ReadonlySet<number>,
  fileById: ReadonlyMap<number, { version: number; size: number }>,
): Promise<void> {
  const isNamed = (origin: number | undefined) => origin === undefined || origins.has(origin);
  await inSlices(events, RECORDS_AT_ONCE, ({ customer, version, file, origin }) => {
    demand(isNamed(origin));
    demand(customers.has(customer) && (version === null || versionIds.has(version)));
    demand(file === null || fileById.get(file)?.version === version);
  });
  for (const { customer } of visits) demand(customers.has(customer));
  requireUnique(visits.map(({ customer }) => customer));
  for (const facts of [deliveries, plays]) {
    const seen = new Set<string>();
    await inSlices<(typeof facts)[number]>(facts, RECORDS_AT_ONCE, (fact) => {
      const { customer, file, device } = fact;
      const parent = fileById.get(file);
      demand(parent !== undefined && customers.has(customer));
      demand(fact.record === 'play' || isPossible(fact, parent?.size ?? 0));
      demand(isNamed(fact.origin));
      // Deliveries are unique per origin, plays overall.
      const key = [customer, file, device, fact.record === 'play' ? '' : (fact.origin ?? '')].join(' ');
      demand(!seen.has(key));
      seen.add(key);
    });
  }
}

/** True where so much of a file can have been taken: ranges in order, apart and inside it, or all of it. */
function isPossible(delivery: Group['deliveries'][number], size: number): boolean {
  const { covered_bytes, completed_at } = delivery;
  const ranges = readRanges(delivery.ranges);
  if (completed_at !== null) return ranges.length === 0 && covered_bytes === size;
  return areApart(ranges, size) && bytesIn(ranges) === covered_bytes;
}

/** Takes entries for records: the object of each becomes one file or one picture, never two. */
async function claimAll(
  records: readonly { entry: string; size: number }[],
  claims: Claims,
): Promise<{ missing: number; bytes: number }> {
  requireUnique(records.map(({ entry }) => entry));
  let [missing, bytes] = [0, 0];
  for await (const page of rowPages(records, NAMES_AT_ONCE)) {
    const entries = await claims.find(page.map(({ entry }) => entry));
    for (const { entry, size } of page) {
      const found = entries.get(entry);
      if (!found) {
        missing += 1;
        continue;
      }
      demand(found.size_bytes === size && claims.named[found.number] === 0);
      claims.named[found.number] = 1;
      claims.left -= 1;
      bytes += size;
    }
  }
  return { missing, bytes };
}

function requireUnique<T>(values: readonly T[]): Set<T> {
  const unique = new Set(values);
  demand(unique.size === values.length);
  return unique;
}

function demand(isRight: boolean): void {
  if (!isRight) throw new ArchiveError('imports.bad_records');
}
