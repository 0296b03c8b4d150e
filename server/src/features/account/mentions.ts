import { join } from 'node:path';
import { deleteMails } from '../../adapters/mail/outbox-search.ts';
import type { Context } from '../../context.ts';
import { dropMentions, type NamingJob } from '../../jobs/mentions.ts';
import { forgetAddresses } from '../../rate-limits/rate-limits.ts';

/** A person to look for in mails: by addresses, or by name in mails to those who know the person. */
type Person = {
  id: number;
  emails: readonly string[];
  names: readonly string[];
  knownTo: readonly string[];
};

type Sought = { ids: Set<number>; emails: Set<string>; people: readonly Person[] };

/** Deletes mails to people or naming them, in waiting jobs and in the outbox; safe to repeat. */
export async function forgetMentions(context: Context, people: readonly Person[]): Promise<void> {
  const sought = {
    ids: new Set(people.map(({ id }) => id)),
    emails: new Set(people.flatMap(({ emails }) => emails)),
    people: people.filter(({ knownTo }) => knownTo.length > 0),
  };
  await dropMentions(context, (job) => isAbout(job, sought));
  await deleteMails(join(context.config.dataDir, 'outbox'), (mail) => concerns(mail, sought));
  for (const { id, emails } of people) await forgetAddresses(context, id, emails);
}

function isAbout({ kind, payload }: NamingJob, sought: Sought): boolean {
  if (kind === 'send-mail') {
    const { to, subject, text, sender = '' } = payload;
    return concerns({ to, text: `${subject}\n${text}\n${sender}` }, sought);
  }
  if (kind === 'record-refused-login') return payload.user_ids.some((id) => sought.ids.has(id));
  return sought.emails.has(payload.email);
}

function concerns({ to, text }: { to: string; text: string }, { emails, people }: Sought): boolean {
  if (emails.has(to)) return true;
  return people.some(
    ({ knownTo, names }) => knownTo.includes(to) && names.some((name) => holdsWord(text, name)),
  );
}

/** True if a name stands in a text by itself, and not within a longer word. */
function holdsWord(text: string, name: string): boolean {
  for (let at = text.indexOf(name); at !== -1; at = text.indexOf(name, at + 1)) {
    const before = text.slice(Math.max(0, at - 2), at);
    const after = text.slice(at + name.length, at + name.length + 2);
    if (!/[\p{L}\p{N}]$/u.test(before) && !/^[\p{L}\p{N}]/u.test(after)) return true;
  }
  return false;
}
