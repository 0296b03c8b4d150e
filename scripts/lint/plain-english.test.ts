import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { type Comment, commentsOf, englishViolation, proseOf, sentencesOf } from './plain-english.ts';

const ROOT = path.join(import.meta.dirname, '../..');
/** Files with `#` comments; oxlint checks scripts. */
const SETTINGS =
  /\.(?:ya?ml|service)$|(?:^|\/)(?:Containerfile|Caddyfile|dpkg-excludes|\.gitattributes|packaging\/(?:node|vitrin)|\.ci\/run)$/;
/** The page that quotes the words, and the index of decisions, which are named as they were made. */
const NAMES_THE_WORDS = ['CONTRIBUTING.md', 'docs/decisions/README.md'];

function filesWith(pattern: RegExp): string[] {
  const listed = execFileSync('git', ['ls-files'], { cwd: ROOT, encoding: 'utf8' });
  return listed.split('\n').filter((file) => pattern.test(file));
}

function breachesIn(file: string, texts: readonly { text: string; line: number }[]): string[] {
  return texts.flatMap(({ text, line }) => {
    const breach = englishViolation(text);
    return breach === undefined ? [] : [`${file}:${line}: ${breach}`];
  });
}

describe('plain English', () => {
  it.each([
    ['Hour on Monday, in the time zone of the reader.', undefined],
    ['Offline copies have no limit. Whatever is late is dropped.', undefined],
    ["Of the reader's Monday.", 'Of'],
    ['Size in bytes. What is larger is refused.', 'What'],
    ['@param name Who asks', 'Who'],
    ['So that no two meet.', 'So that'],
    ['Closes the file, so that nobody reads it.', 'nobody'],
    ['The server hears of a change.', 'hears of'],
  ])('in "%s" finds %s', (text, word) => {
    if (word === undefined) expect(englishViolation(text)).toBeUndefined();
    else expect(englishViolation(text)).toContain(`"${word}"`);
  });

  it('reads adjacent lines as one text, and others apart', () => {
    const source = '// One line\n// of three.\n\n// Another.\n/** Block\n * of two. */\n';
    const comments: Comment[] = Array.from(source.matchAll(/\/\/(.*)|\/\*([^]*?)\*\//g), (match) => ({
      type: match[1] === undefined ? 'Block' : 'Line',
      value: match[1] ?? match[2] ?? '',
      start: match.index,
      end: match.index + match[0].length,
    }));
    expect(proseOf(source, comments).map(({ text }) => text)).toEqual([
      'One line of three.',
      'Another.',
      'Block of two.',
    ]);
  });

  it('holds in the comments of style sheets and settings', () => {
    const files = [...filesWith(/\.css$/), ...filesWith(SETTINGS)];
    expect(files.length).toBeGreaterThan(150);
    const breaches = files.flatMap((file) => {
      const source = readFileSync(path.join(ROOT, file), 'utf8');
      const texts = proseOf(source, commentsOf(source, file)).map(({ text, at }) => {
        return { text, line: source.slice(0, at.start).split('\n').length };
      });
      return breachesIn(file, texts);
    });
    expect(breaches).toEqual([]);
  });

  it('holds in every document', () => {
    const files = filesWith(/\.md$/).filter((file) => !NAMES_THE_WORDS.includes(file));
    expect(files.length).toBeGreaterThan(80);
    expect(
      files.flatMap((file) => breachesIn(file, sentencesOf(readFileSync(path.join(ROOT, file), 'utf8')))),
    ).toEqual([]);
  });

  it('reads lists, cells and paragraphs of a document, without code, quotations and heads of tables', () => {
    const document = [
      '# What it is\n',
      'One sentence of\ntwo lines, with `Who` and "Of" in it.\n',
      '- An item\n  goes on.',
      '- Another.\n',
      '| What | Why |\n| --- | --- |',
      '| Data [of](./Who.md) | Cell. |\n',
      '```\nWhat is code\n```',
    ].join('\n');
    expect(sentencesOf(document).map(({ text, line }) => [text.trim(), line])).toEqual([
      ['One sentence of two lines, with 0 and 0 in it.', 3],
      ['An item goes on.', 6],
      ['Another.', 8],
      ['Data [of](./Who.md)', 12],
      ['Cell.', 12],
    ]);
  });
});
