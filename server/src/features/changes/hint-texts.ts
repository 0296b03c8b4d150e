import type { Database } from '../../database/connect.ts';
import { peopleOf, viewersOf } from '../projects/access.ts';
import { event } from './event-text.ts';
import type { Hints } from './hints.ts';

/** A reader who would get more hints at a time reads everything anew instead. */
const HINTS_AT_ONCE = 100;

/** Returns the hints for each reader, by user: those of projects that the reader may see now. */
export async function hintTexts(
  db: Database,
  { projects, lists }: Hints,
  position: string,
  { isReader, idsAtOnce }: { isReader: (userId: number) => boolean; idsAtOnce: number },
): Promise<Map<number, string>> {
  const textsOf = new Map<number, string[]>();
  const addHint = (userId: number, name: string, data: object) => {
    const texts = textsOf.get(userId) ?? [];
    texts.push(event(name, position, data));
    textsOf.set(userId, texts);
  };
  const ids = [...projects.keys()];
  for (let at = 0; at < ids.length; at += idsAtOnce) {
    const viewers = await viewersOf(db, ids.slice(at, at + idsAtOnce));
    for (const [project, { owner, clients }] of viewers) {
      const { all, owner: own } = projects.get(project) ?? { all: new Set(), owner: new Set() };
      if (isReader(owner)) addHint(owner, 'change', { project, parts: [...all.union(own)] });
      if (all.size > 0)
        for (const client of clients)
          if (isReader(client)) addHint(client, 'change', { project, parts: [...all] });
    }
  }
  const users = [...lists];
  for (let at = 0; at < users.length; at += idsAtOnce) {
    const some = users.slice(at, at + idsAtOnce);
    const people = await peopleOf(db, some);
    for (const user of some.flatMap((id) => [id, ...(people.get(id) ?? [])])) addHint(user, 'list', {});
  }
  return new Map(Array.from(textsOf, ([user, texts]) => [user, joined(texts, position)]));
}

function joined(texts: string[], position: string): string {
  return texts.length > HINTS_AT_ONCE ? event('resync', position, {}) : texts.join('');
}
