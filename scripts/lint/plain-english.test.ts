import { describe, expect, it } from 'vitest';
import { type Comment, englishViolation, proseOf } from './plain-english.ts';

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
});
