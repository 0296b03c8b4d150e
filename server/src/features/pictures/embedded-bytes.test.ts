import { expect, test, vi } from 'vitest';
import { MAX_PICTURE_BYTES } from '@vitrin/shared/rules/texts/rich-text-length.ts';
import { mostInATurn } from '@vitrin/engine/testing/turns.ts';
import { embeddedBytes } from './embedded-bytes.ts';

type Replace = (this: string, ...given: unknown[]) => string;

const addressOf = (base64: string) => `data:image/png;base64,${base64}`;

test.each([1, 2, 3, 70_000, MAX_PICTURE_BYTES])(
  '%i bytes are read, whatever white space is between',
  async (size) => {
    const bytes = Buffer.alloc(size, 'vitrin');
    const base64 = bytes.toString('base64');
    const spaced = base64.replaceAll(/(.{1,76})/g, ' $1\r\n');
    for (const text of [base64, spaced, base64.replace(/=+$/, '')])
      expect((await embeddedBytes(addressOf(text))).equals(bytes)).toBe(true);
  },
);

test.each(['', ' ', '=', 'A===', 'AA=A', 'AA-_', 'AA\u0000A', `${'A'.repeat(100_000)}!`])(
  'invalid base64 is refused',
  async (base64) => {
    await expect(embeddedBytes(addressOf(base64))).rejects.toMatchObject({
      fields: { description: [{ key: 'fields.picture_unreadable' }] },
    });
  },
);

test('text too long for a picture is not read to its end', async () => {
  const address = addressOf(`${'A '.repeat(2_500_000)}!`);
  const slices = vi.spyOn(String.prototype, 'replaceAll');
  await expect(embeddedBytes(address)).rejects.toMatchObject({
    fields: { description: [{ key: 'fields.picture_too_large' }] },
  });
  const { length } = slices.mock.calls;
  slices.mockRestore();
  expect(length).toBeLessThan(50);
});

test('no more than 64 KB are read between two turns', async () => {
  const address = addressOf(`${' '.repeat(4_900_000)}AAAA`);
  const most = await mostInATurn(async (count) => {
    const prototype = String.prototype as unknown as Record<'replaceAll', Replace>;
    const { replaceAll } = prototype;
    const spy = vi.spyOn(prototype, 'replaceAll').mockImplementation(function counted(
      this: string,
      ...given
    ) {
      count(this.length);
      return replaceAll.apply(this, given);
    });
    await embeddedBytes(address);
    spy.mockRestore();
  });
  expect(most).toBeGreaterThan(0);
  expect(most).toBeLessThanOrEqual(64 * 1024);
});
