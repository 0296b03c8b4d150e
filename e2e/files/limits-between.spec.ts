import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { type Server, createServer, request as forward } from 'node:http';
import type { AddressInfo } from 'node:net';
import { startProduct } from '../../test-kit/product.ts';
import { addFiles, download, fileIn, prepareDelivery, sha256Of, signIn } from '../kit/delivery.ts';
import { expect, test } from '../kit/fixtures.ts';
import { specFolder } from '../kit/spec-folder.ts';

const KIB = 1024;

const folder = specFolder();

/** As nginx answers, without a word of ours. */
const TOO_LARGE = `<html>
<head><title>413 Request Entity Too Large</title></head>
<body>
<center><h1>413 Request Entity Too Large</h1></center>
<hr><center>nginx</center>
</body>
</html>
`;

type Proxy = { url: string; limitBytes: number; refused: number[]; to(url: string): void; server: Server };

/** A proxy that refuses bodies above its limit by their Content-Length, before it reads them. */
async function startProxy(limitBytes: number): Promise<Proxy> {
  let target = '';
  const server = createServer((request, response) => {
    const length = Number(request.headers['content-length'] ?? 0);
    if (length > proxy.limitBytes) {
      proxy.refused.push(length);
      response.writeHead(413, { 'content-type': 'text/html', connection: 'close' }).end(TOO_LARGE);
      return;
    }
    const { method, headers, url = '/' } = request;
    const passed = forward(new URL(url, target), { method, headers }, (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(response);
    });
    passed.on('error', () => response.destroy());
    request.pipe(passed);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = `http://localhost:${(server.address() as AddressInfo).port}`;
  const proxy: Proxy = { url, limitBytes, refused: [], server, to: (address) => void (target = address) };
  return proxy;
}

test('an upload goes on in smaller pieces behind a proxy that refuses large ones, and remembers their size', async ({
  page,
}) => {
  const proxy = await startProxy(1024 * KIB);
  const product = await startProduct({ env: { PUBLIC_URL: proxy.url } });
  try {
    proxy.to(product.url);
    const delivery = await prepareDelivery({ ...product, url: proxy.url }, 'behind-nginx');
    await signIn(page, delivery.freelancer);
    await page.goto(`${proxy.url}/projects/${delivery.project}`);
    const file = fileIn(folder(), 'first.bin', randomBytes(3000 * KIB));
    await addFiles(page, [file]);
    const link = page.getByRole('link', { name: 'Download first.bin' }).last();
    await expect(link).toBeVisible();
    expect(await download(page, () => link.click())).toEqual({ name: 'first.bin', sha256: sha256Of(file) });
    expect(proxy.refused).toEqual([3000 * KIB, 1500 * KIB]);

    await page.reload();
    await addFiles(page, [fileIn(folder(), 'second.bin', randomBytes(3000 * KIB))]);
    await expect(page.getByRole('link', { name: 'Download second.bin' }).last()).toBeVisible();
    expect(proxy.refused).toHaveLength(2);

    proxy.limitBytes = 100 * KIB;
    await addFiles(page, [fileIn(folder(), 'third.bin', randomBytes(3000 * KIB))]);
    await expect(page.getByRole('region', { name: 'Uploads' })).toContainText(
      /such as a proxy, lets nothing of 524\.29 KB|such as a proxy, lets nothing of 512 KB/,
    );
    expect(proxy.refused.slice(2)).toEqual([750 * KIB, 512 * KIB]);
  } finally {
    proxy.server.closeAllConnections();
    proxy.server.close();
    await product.remove();
  }
});
