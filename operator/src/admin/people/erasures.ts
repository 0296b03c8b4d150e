import { eraseNow, keepForOwner, listLeaving } from '@vitrin/server/features/account/admin.ts';
import { type Command, readOptions, requireNoMore, UsageError } from '../command.ts';
import { PAGE_OPTION, pageAnswer, rangeOf } from '../lists.ts';
import { requirePerson } from './find-person.ts';

export const erasuresList: Command = {
  usage: ['erasures list [--page N]        accounts that are going to be deleted, and when'],
  async run(context, words) {
    const { values, positionals } = readOptions(words, PAGE_OPTION);
    requireNoMore(positionals);
    const range = rangeOf(values.page);
    return pageAnswer(range, await listLeaving(context, range), {
      head: ['user', 'type', 'asked', 'deleted on', 'begun'],
      cells: ({ username, user_type, asked_at, due_at, begun_at }) => [
        username,
        user_type,
        asked_at.slice(0, 16),
        due_at.slice(0, 16),
        begun_at?.slice(0, 16),
      ],
      empty: 'No account is going to be deleted.',
    });
  },
};

export const erasuresKeep: Command = {
  usage: ['erasures keep USER        calls the deletion of an account off, until it has begun'],
  async run(context, [word, ...more]) {
    requireNoMore(more);
    const { id, username } = await requirePerson(context, word);
    await keepForOwner(context, id);
    return { text: `${username} stays.`, json: { username, kept: true } };
  },
};

export const erasuresNow: Command = {
  usage: [
    'erasures now USER --yes        has an account deleted at once with all that is stored of it, for good',
  ],
  async run(context, words) {
    const { values, positionals } = readOptions(words, { yes: { type: 'boolean', default: false } });
    const [word, ...more] = positionals;
    requireNoMore(more);
    const { id, username, user_type } = await requirePerson(context, word);
    if (!values.yes)
      throw new UsageError(
        user_type === 'freelancer'
          ? `This deletes ${username}, all their projects and files, and the accounts of their customers. Nobody can bring them back; add --yes if that is meant.`
          : `This deletes ${username}. Nobody can bring the account back; add --yes if that is meant.`,
      );
    await eraseNow(context, id);
    return {
      text: `${username} is deleted by the running server, or by the next one that starts.`,
      json: { username, erased: true },
    };
  },
};
