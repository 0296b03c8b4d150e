import { expect, test } from 'vitest';
import type { Entry } from '../../../testing/archives/changed-archive.ts';
import { hostileArchives } from '../../../testing/archives/hostile-archives.ts';

const { entries, changed, expectRefusal } = await hostileArchives();

type Naming = { record: string; id: number; file?: number; entry: string; size: number };

const lines = String(entries.find(([name]) => name === 'data.jsonl')?.[1])
  .trim()
  .split('\n')
  .map((line) => JSON.parse(line) as Naming);
/** Files without downloads or plays, so that another size contradicts nothing. */
const [first, second] = lines.filter(
  ({ record, id }) => record === 'file' && lines.every(({ file }) => file !== id),
);
const [picture] = lines.filter(({ record }) => record === 'picture');

/** An archive in which the record of `from` names the entry `to`, without the bytes of its former entry. */
function naming(from: Naming | undefined, to: string): Promise<Buffer> {
  const size = entries.find(([name]) => name === to)?.[1].length;
  expect([from, size]).not.toContain(undefined);
  const text = lines.map((line) => JSON.stringify(line === from ? { ...line, entry: to, size } : line));
  return changed((all) =>
    all
      .filter(([name]) => name !== from?.entry)
      .map(([name, bytes]): Entry => [
        name,
        name === 'data.jsonl' ? Buffer.from(`${text.join('\n')}\n`) : bytes,
      ]),
  );
}

const nameOf = (pattern: RegExp) => entries.find(([name]) => pattern.test(name))?.[0] ?? '';

test.each<[string, () => Promise<Buffer>]>([
  ['the entry of another file', () => naming(second, first?.entry ?? '')],
  ['the logo', () => naming(first, 'logo.png')],
  ['a receipt', () => naming(first, nameOf(/^receipts\//))],
  ['the text for readers', () => naming(first, 'README.txt')],
  ['a picture of a text', () => naming(first, picture?.entry ?? '')],
])('a file that names %s is refused', async (_, make) => {
  await expectRefusal(await make(), /contradict/);
});

test.each<[string, () => Promise<Buffer>]>([
  ['a file', () => naming(picture, first?.entry ?? '')],
  ['the logo', () => naming(picture, 'logo.png')],
])('a picture of a text that names %s is refused', async (_, make) => {
  await expectRefusal(await make(), /contradict/);
});

test('two records that name one entry without bytes are refused', async () => {
  const text = lines.map((line) => JSON.stringify(line === second ? { ...line, entry: first?.entry } : line));
  await expectRefusal(
    await changed((all) =>
      all
        .filter(([name]) => name !== first?.entry && name !== second?.entry)
        .map(([name, bytes]): Entry => [
          name,
          name === 'data.jsonl' ? Buffer.from(`${text.join('\n')}\n`) : bytes,
        ]),
    ),
    /contradict/,
  );
});
