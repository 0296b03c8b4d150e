import { rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { BLUE, draw, expectColour, ORANGE } from '../../../testing/pictures/draw.ts';
import { temporaryFolder } from '../../../testing/temporary.ts';
import { sniffMediaType } from '../../../media-types/media-type.ts';

const BLUE_RECTANGLE = '<rect width="60" height="40" fill="#2060c0"/>';

describe('a drawing in svg', () => {
  const svg = (content: string, head = '') =>
    Buffer.from(
      `${head}<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" width="60" height="40"><rect width="60" height="40" fill="#c8643c"/>${content}</svg>`,
    );

  test.each([
    ['bare', svg('')],
    [
      'with a declaration, a comment and a type',
      svg('', '<?xml version="1.0"?>\n<!-- made by hand -->\n<!DOCTYPE svg>\n'),
    ],
    ['with notes of an undeclared prefix', svg('<metadata><rdf:RDF/></metadata>')],
    ['with entities that only HTML has', svg('<title>a&nbsp;b &copy; &amp;</title>')],
    ['with five megabytes of its program', svg(`<metadata>${'QUJD'.repeat(1_250_000)}</metadata>`)],
    ['with notes that are none', svg('<metadata/><metadatum/><metadata id="a"/><g/>')],
    [
      'with notes that hide',
      svg(`${BLUE_RECTANGLE}<metadata/><rect width="60" height="40" fill="#c8643c"/><metadata> </metadata>`),
    ],
    ['with entities of its own', svg('', '\u{feff}<!DOCTYPE svg [ <!ENTITY ns "http://a"> ]>')],
  ])('%s is drawn as large as a thumbnail', async (_, bytes) => {
    expect(await sniffMediaType(bytes)).toBe('image/svg+xml');
    const pictures = await draw(bytes);
    expect(pictures).toMatchObject({ width: 1600, height: 1067 });
    await expectColour(pictures?.large, [800, 500], ORANGE);
  });

  test('a few bytes long that describes noise gets pictures within the limits', async () => {
    const noise = Buffer.from(
      '<svg xmlns="http://www.w3.org/2000/svg" width="1600" height="1600"><filter id="n"><feTurbulence baseFrequency=".73" numOctaves="9"/></filter><rect width="100%" height="100%" filter="url(#n)"/></svg>',
    );
    const pictures = await draw(noise);
    const { small, medium, large } = pictures ?? {};
    const bytes = [small, medium, large].map((picture) => picture?.length ?? 0);
    expect(Math.min(...bytes)).toBeGreaterThan(0);
    expect(bytes.reduce((sum, each) => sum + each, 0)).toBeLessThanOrEqual(256 * 1024);
    expect((await sharp(large).metadata()).width).toBeGreaterThan(200);
    expect(pictures).toMatchObject({ width: 1600, height: 1600 });
  });

  test.each([
    ['a page that holds one', '<!doctype html><svg></svg>'],
    ['a word that begins alike', '<svgfoo/>'],
    ['a declaration without an end', `<?xml ${'<?'.repeat(30_000)}`],
    ['comments without an end', '<!--'.repeat(16_000)],
    ['types without an end', '<!DOCTYPE '.repeat(6_500)],
  ])('%s is none', async (_, text) => {
    expect(await sniffMediaType(Buffer.from(text))).not.toBe('image/svg+xml');
  });

  test('fetches nothing and reads no other file', async () => {
    const { requests, address: asked, close } = await listenForRequests();
    const folder = temporaryFolder();
    const secret = join(folder, 'secret.png');
    await sharp({ create: { width: 60, height: 40, channels: 3, background: '#2060c0' } }).toFile(secret);
    const addresses = [`${asked}/a.png`, `file://${secret}`, secret, 'secret.png'];
    const images = addresses.map(
      (address) => `<image width="60" height="40" href="${address}" xlink:href="${address}"/>`,
    );
    const style = `<style>@import url(${asked}/b.css);</style>`;
    const pictures = await draw(svg(`${style}${images.join('')}`));
    close();
    rmSync(folder, { recursive: true });
    expect(requests).toEqual([]);
    await expectColour(pictures?.large, [800, 500], ORANGE);
  });

  test('takes no entity and no type from elsewhere', async () => {
    const { requests, address: asked, close } = await listenForRequests();
    const folder = temporaryFolder();
    const secret = join(folder, 'secret.xml');
    writeFileSync(secret, BLUE_RECTANGLE);
    for (const [type, content] of [
      [`[ <!ENTITY there SYSTEM "file://${secret}"> ]`, '&there;'],
      [`[ <!ENTITY there SYSTEM "${asked}/a.xml"> ]`, '&there;'],
      [`[ <!ENTITY % all SYSTEM "${asked}/b.dtd"> %all; ]`, ''],
    ] as const)
      expect(await draw(svg(content, `<!DOCTYPE svg ${type}>`)), type).toBeUndefined();
    const typed = await draw(svg('', `<!DOCTYPE svg SYSTEM "${asked}/c.dtd">`));
    await expectColour(typed?.large, [800, 500], ORANGE);
    // An entity of its own is put in, so one from elsewhere would be seen.
    const own = await draw(svg('&here;', `<!DOCTYPE svg [ <!ENTITY here '${BLUE_RECTANGLE}'> ]>`));
    await expectColour(own?.large, [800, 500], BLUE);
    close();
    expect(requests).toEqual([]);
  });

  test.each([
    [
      'grows by entities',
      svg(
        '&h;',
        `<!DOCTYPE svg [ <!ENTITY a "aaaaaaaaaa">${grow(['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'])} ]>`,
      ),
    ],
    ['grows by copies', svg(`<g id="a"/>${copies(['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'i', 'j', 'k'])}`)],
    ['has no end', svg('<g>'.repeat(20_000))],
    ['is longer than a drawing may be', svg(`<!--${' '.repeat(2 * 1024 * 1024)}-->`)],
  ])('that %s gives a picture or none', async (_, bytes) => {
    expect([undefined, 1600]).toContain((await draw(bytes))?.width);
  });
});

/** A server that records the requested addresses and answers nothing. */
async function listenForRequests() {
  const requests: (string | undefined)[] = [];
  const server = createServer((request, response) => {
    requests.push(request.url);
    response.end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return { requests, address: `http://127.0.0.1:${port}`, close: () => void server.close() };
}

/** Each entity is ten of the one before. */
function grow(names: readonly string[]): string {
  return names
    .slice(1)
    .map((name, at) => `<!ENTITY ${name} "${`&${names[at]};`.repeat(10)}">`)
    .join('');
}

/** Each group is ten of the one before. */
function copies(names: readonly string[]): string {
  return names
    .slice(1)
    .map((name, at) => `<g id="${name}">${`<use href="#${names[at]}"/>`.repeat(10)}</g>`)
    .join('');
}
