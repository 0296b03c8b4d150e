import { setImmediate as nextTurn } from 'node:timers/promises';
import { OFFLINE_VARIABLE, type OfflineCopy } from '@vitrin/shared/rules/offline-copy.ts';
import { translate } from '../../../i18n/messages.ts';

const SLICE_CHARACTERS = 200_000;

/** The page is rendered with this many files of the newest version, as many as show at first, beside the lead. */
const FIRST_FILES = 24;

/** Texts beyond this are not rendered: they are only in the data and in the list of all files. */
const MOST_RENDERED_CHARACTERS = 400_000;

function createWriter() {
  const pieces: Buffer[] = [];
  let slice = '';
  return {
    async add(text: string): Promise<void> {
      slice += text;
      if (slice.length < SLICE_CHARACTERS) return;
      pieces.push(Buffer.from(slice));
      slice = '';
      await nextTurn();
    },
    end: (): Buffer => Buffer.concat([...pieces, Buffer.from(slice)]),
  };
}

export async function dataScript({ project, versions, ...rest }: OfflineCopy): Promise<Buffer> {
  const writer = createWriter();
  const { milestones, versions: parts, ...head } = project;
  await writer.add(
    `globalThis.${OFFLINE_VARIABLE}={...${JSON.stringify(rest)},project:{...${JSON.stringify(head)}`,
  );
  await writer.add(',milestones:[');
  for (const each of milestones) await writer.add(`${JSON.stringify(each)},`);
  await writer.add('],versions:[');
  for (const each of parts) await writer.add(`${JSON.stringify(each)},`);
  await writer.add(']},versions:[');
  for (const { id, folder, texts, files } of versions) {
    await writer.add(`{id:${id},folder:${JSON.stringify(folder)},texts:${JSON.stringify(texts)},files:[`);
    for (const file of files) await writer.add(`${JSON.stringify(file)},`);
    await writer.add(']},');
  }
  await writer.add(']};\n');
  return writer.end();
}

/** Returns the data that the page is rendered from, as much as a reader sees at first. */
export async function firstPart(copy: OfflineCopy): Promise<OfflineCopy> {
  const { project, versions } = copy;
  const newest = project.versions.at(-1);
  const leadId = newest?.covers[0]?.id;
  let left = MOST_RENDERED_CHARACTERS;
  const fitting = <Part extends { description: string }>(part: Part): Part => {
    if (part.description.length > left) return { ...part, description: '' };
    left -= part.description.length;
    return part;
  };
  return {
    ...copy,
    project: {
      ...fitting(project),
      milestones: project.milestones.map(fitting),
      // The texts of older versions show only once they are opened.
      versions: project.versions.map((each) =>
        each === newest ? fitting(each) : { ...each, description: '' },
      ),
    },
    versions: versions.map((each) => ({
      ...each,
      texts: {},
      files:
        each.id === newest?.id
          ? each.files.filter(({ id }, index) => index < FIRST_FILES || id === leadId)
          : [],
    })),
  };
}

export async function allFilesHtml({ language, project, versions }: OfflineCopy): Promise<string> {
  const writer = createWriter();
  for (const [index, { version_number, description, links }] of [
    ...project.versions.entries(),
  ].toReversed()) {
    const title = translate(language, 'files.version_folder', { number: version_number });
    await writer.add(`<h3>${escaped(title)}</h3>${description}<ul>`);
    for (const { file, name } of versions[index]?.files ?? [])
      await writer.add(`<li><a href="${escaped(file)}">${escaped(name)}</a></li>`);
    for (const { address, title, host } of links)
      await writer.add(
        `<li><a href="${escaped(address)}" rel="noopener noreferrer" referrerpolicy="no-referrer">${escaped(title)}</a> ${escaped(host)}</li>`,
      );
    await writer.add('</ul>');
  }
  return writer.end().toString();
}

const ESCAPES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

function escaped(text: string): string {
  return text.replaceAll(/[&<>"]/g, (character) => ESCAPES[character] ?? '');
}
