import type { NewFeed } from '@vitrin/shared/contract/calendars.ts';
import type { Milestone } from '@vitrin/shared/contract/milestones.ts';
import { expect, test } from 'vitest';
import { sharedTestApp } from '../../testing/shared-test-app.ts';
import { readXml, type XmlElement } from '../../testing/xml.ts';
import { atomText, type NewsEntry } from './atom.ts';

const setup = await sharedTestApp({ RATE_LIMITS: 'off' });
const ATOM = 'http://www.w3.org/2005/Atom';

/** How often each element may occur in another one: at least, at most (RFC 4287, sections 4.1.1 and 4.1.2). */
type Counts = Record<string, [least: number, most: number]>;
const IN_FEED: Counts = {
  author: [1, Infinity],
  generator: [0, 1],
  id: [1, 1],
  link: [0, Infinity],
  title: [1, 1],
  updated: [1, 1],
  entry: [0, Infinity],
};
/** An entry without content needs a link to another form of it. */
const IN_ENTRY: Counts = { id: [1, 1], link: [1, Infinity], title: [1, 1], updated: [1, 1] };
/** RFC 3339, as required by section 3.3. */
const DATE = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?(?:Z|[+-]\d\d:\d\d)$/;

function countsOf({ children }: XmlElement, counts: Counts): void {
  for (const { name, namespace } of children) {
    expect(namespace).toBe(ATOM);
    expect(Object.keys(counts)).toContain(name);
  }
  for (const [name, [least, most]] of Object.entries(counts)) {
    const found = children.filter((child) => child.name === name).length;
    expect(found, name).toBeGreaterThanOrEqual(least);
    expect(found, name).toBeLessThanOrEqual(most);
  }
}

const partOf = (element: XmlElement, name: string) =>
  element.children.find((child) => child.name === name)?.text ?? '';

/** Reads a text as a strict Atom parser does, and returns the titles of its entries. */
function readAtom(text: string): string[] {
  const feed = readXml(text);
  expect([feed.name, feed.namespace]).toEqual(['feed', ATOM]);
  countsOf(feed, IN_FEED);
  const author = feed.children.find(({ name }) => name === 'author');
  expect(author?.children.map(({ name }) => name)).toEqual(['name']);
  expect(author?.text.trim()).not.toBe('');
  const entries = feed.children.filter(({ name }) => name === 'entry');
  for (const entry of entries) countsOf(entry, IN_ENTRY);
  for (const element of [feed, ...entries]) {
    expect(() => new URL(partOf(element, 'id'))).not.toThrow();
    expect(partOf(element, 'updated')).toMatch(DATE);
    const links = element.children.filter(({ name }) => name === 'link').map(({ attributes }) => attributes);
    expect(links.filter(({ rel }) => rel === 'alternate')).toHaveLength(1);
    for (const { href = '' } of links) expect(() => new URL(href)).not.toThrow();
  }
  const ids = entries.map((entry) => partOf(entry, 'id'));
  expect(new Set(ids).size).toBe(ids.length);
  // The time of the feed is that of its latest entry.
  const times = entries.map((entry) => Date.parse(partOf(entry, 'updated')));
  if (times.length > 0) expect(Date.parse(partOf(feed, 'updated'))).toBe(Math.max(...times));
  return entries.map((entry) => partOf(entry, 'title'));
}

test('a feed is Atom by RFC 4287, with and without entries', async () => {
  const { owner, project } = await setup.createDelivery();
  const { news_url } = (await owner.browser.post('/api/account/feed/', {})).json<NewFeed>();
  const read = async () => readAtom((await setup.createBrowser().get(new URL(news_url).pathname)).body);
  await read();
  const name = ']]> <b>"Çay" & \'Sons\'</b> 🎬';
  await owner.browser.patch(`/api/projects/${project.id}/`, { name });
  const added = { project: project.id, name: 'Proof', due_on: '2026-12-04' };
  const { id } = (await owner.browser.post('/api/milestones/', added)).json<Milestone>();
  setup.advance(60);
  await owner.browser.patch(`/api/milestones/${id}/`, { due_on: '2026-12-11' });
  setup.advance(60);
  await owner.browser.patch(`/api/milestones/${id}/`, { completed: true });
  await owner.browser.post('/api/versions/', { project: project.id, version_number: '2.0' });
  const titles = await read();
  expect(titles.length).toBeGreaterThanOrEqual(3);
  for (const title of titles.slice(0, 3)) expect(title).toContain('<b>"Çay" & \'Sons\'</b> 🎬');
  const freelancer = await setup.createFreelancer();
  const empty = (await freelancer.browser.post('/api/account/feed/', {})).json<NewFeed>();
  expect(readAtom((await setup.createBrowser().get(new URL(empty.news_url).pathname)).body)).toEqual([]);
});

test('characters that XML does not allow are left out, and all others arrive', () => {
  const at = '2026-11-20T10:00:00.000Z';
  const url = 'https://vitrin.example/projects/1?a=1&b="2"';
  const about = { id: 'tag:vitrin.example,2026:feed/1', title: 'News', url, author: 'Ada', language: 'en' };
  const titles = ['a\u0000b\u0008c\u001fd', '\ud83c half', '\ufffe\uffff', 'tab\tline\nend', '&amp; &lt;'];
  const entries: NewsEntry[] = titles.map((title, index) => ({
    ...about,
    id: `${about.id}/${index}`,
    title,
    at,
  }));
  const text = atomText({ ...about, updated: at }, entries);
  expect(readAtom(text)).toEqual(['abcd', '\ufffd half', '', 'tab\tline\nend', '&amp; &lt;']);
  expect(() => readAtom(text.replace('</title>', '</titel>'))).toThrow(/unexpected close tag/);
  expect(() => readAtom(text.replace(`<updated>${at}</updated>`, ''))).toThrow(/updated/);
});
