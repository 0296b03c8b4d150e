import { type Command, readOptions, requireNoMore } from '../command.ts';
import { PAGE_OPTION, pageAnswer, rangeOf } from '../lists.ts';
import { requirePerson } from './find-person.ts';
import { countProjectsOf, listProjectsOf } from './queries.ts';

export const projectsList: Command = {
  usage: ["projects list USER [--page N]        a freelancer's projects, or those that a customer sees"],
  async run(context, words) {
    const { values, positionals } = readOptions(words, PAGE_OPTION);
    const [word, ...more] = positionals;
    requireNoMore(more);
    const { id, username } = await requirePerson(context, word);
    const range = rangeOf(values.page);
    const found = {
      count: await countProjectsOf(context.db, id),
      rows: await listProjectsOf(context.db, id, range),
    };
    return pageAnswer(range, found, {
      head: ['id', 'name', 'status', 'progress', 'client', 'files', 'bytes', 'updated'],
      cells: (row) => [
        row.id,
        row.name,
        row.status,
        `${row.progress} %`,
        row.customer,
        row.files,
        row.file_bytes,
        row.last_updated.slice(0, 16),
      ],
      empty: `${username} has no projects.`,
    });
  },
};
