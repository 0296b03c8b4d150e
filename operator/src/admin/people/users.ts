import { UserType } from '@vitrin/shared/contract/users.ts';
import { MAX_EMAIL_LENGTH, searchKey } from '@vitrin/shared/rules/texts/names.ts';
import { timestampOf } from '@vitrin/server/context.ts';
import {
  type AdminContext,
  type Answer,
  type Command,
  readOptions,
  requireNoMore,
  UsageError,
} from '../command.ts';
import { asLines, PAGE_OPTION, pageAnswer, rangeOf } from '../lists.ts';
import { requirePerson } from './find-person.ts';
import { countPeople, getPerson, listPeople, type PeopleFilter } from './queries.ts';

const OPTIONS = { ...PAGE_OPTION, type: { type: 'string' } } as const;

export const usersList: Command = {
  usage: ['users list [--type freelancer|customer] [--page N]        everybody, by name'],
  async run(context, words) {
    const { values, positionals } = readOptions(words, OPTIONS);
    requireNoMore(positionals);
    return listing(context, { type: typeOf(values.type), patterns: undefined }, values.page);
  },
};

export const usersFind: Command = {
  usage: ['users find TEXT [--type ...] [--page N]        people with TEXT in their name or an address'],
  async run(context, words) {
    const { values, positionals } = readOptions(words, OPTIONS);
    const [text = '', ...more] = positionals;
    requireNoMore(more);
    if (text === '' || text.length > MAX_EMAIL_LENGTH)
      throw new UsageError(`TEXT must have 1 to ${MAX_EMAIL_LENGTH} characters.`);
    const patterns = { name: containing(searchKey(text)), email: containing(text.toLowerCase()) };
    return listing(context, { type: typeOf(values.type), patterns }, values.page);
  },
};

export const usersShow: Command = {
  usage: ['users show USER        what is known of somebody, by name or address'],
  async run(context, [word, ...more]) {
    requireNoMore(more);
    const { id } = await requirePerson(context, word);
    const person = await getPerson(context.db, id, timestampOf(context));
    const { emails, social_accounts, ...values } = person;
    const text = asLines({
      ...values,
      emails: emails.map(({ email, verified }) => `${email}${verified ? '' : ' (not verified)'}`),
      social_accounts: social_accounts.map(({ provider, display }) => `${provider}: ${display}`),
    });
    return { text, json: person };
  },
};

async function listing({ db }: AdminContext, filter: PeopleFilter, page: string): Promise<Answer> {
  const range = rangeOf(page);
  const found = { count: await countPeople(db, filter), rows: await listPeople(db, filter, range) };
  return pageAnswer(range, found, {
    head: ['id', 'username', 'type', 'freelancer', 'client', 'email', 'created', 'last seen'],
    cells: (row) => [
      row.id,
      row.username,
      row.type,
      row.freelancer,
      row.client,
      row.email,
      row.created_at.slice(0, 10),
      row.last_seen?.slice(0, 16),
    ],
    empty: 'There is nobody.',
  });
}

function typeOf(word: string | undefined): UserType | undefined {
  if (word === undefined) return undefined;
  const type = UserType.safeParse(word);
  if (!type.success) throw new UsageError('The type is freelancer or customer.');
  return type.data;
}

function containing(text: string): string {
  return `%${text.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`;
}
