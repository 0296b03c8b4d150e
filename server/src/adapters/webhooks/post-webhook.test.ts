import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { networkInterfaces } from 'node:os';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { webhookReceiver } from '../../testing/webhook-receiver.ts';
import { postWebhook, type Resolve } from './post-webhook.ts';
import { isPublicAddress } from './public-address.ts';

const receiver = await webhookReceiver();
const config = { publicUrl: 'https://vitrin.example.com', webhookAllow: [receiver.origin] };
const message = { headers: {}, body: '{}' };

/** Sockets that this process opened. */
let sockets = 0;
const count = () => void (sockets += 1);
beforeAll(() => subscribe('net.client.socket', count));
afterAll(() => unsubscribe('net.client.socket', count));

/** Private and other addresses that no endpoint may have: the first, the last and some within of each range. */
const V4 =
  '0.0.0.0 0.1.2.3 10.0.0.0 10.1.2.3 10.255.255.255 100.64.0.1 100.100.100.200 100.127.255.255 127.0.0.1 127.1.2.3 127.255.255.255 169.254.0.1 169.254.169.254 169.254.170.2 172.16.0.1 172.20.1.1 172.31.255.255 192.0.0.1 192.0.0.192 192.0.2.1 192.88.99.1 192.168.0.1 192.168.255.255 198.18.0.1 198.19.255.255 198.51.100.1 203.0.113.7 224.0.0.1 239.255.255.250 240.0.0.1 255.255.255.255 168.63.129.16'.split(
    ' ',
  );
/** Ways to embed an IPv4 address in an IPv6 one. */
const IN_V6 = [
  (v4: string) => `::ffff:${v4}`,
  (v4: string) => `64:ff9b::${v4}`,
  (v4: string) => `64:ff9b:1::${v4}`,
  (v4: string) => `::${v4}`,
  (v4: string) => `2002:${hex(v4)}::1`,
  (v4: string) => `2001:0:${hex(v4)}::1`,
  (v4: string) => `2606:4700::5efe:${v4}`,
];
const V6 =
  ':: ::1 fe80::1 fe80::1%eth0 fec0::1 fc00::1 fd00:ec2::254 fd12:3456::1 ff02::1 2001:db8::1 100::1 2001:10::1 3fff::1 4000::1 ::ffff:0:127.0.0.1'.split(
    ' ',
  );

function hex(v4: string): string {
  const [a = 0, b = 0, c = 0, d = 0] = v4.split('.').map(Number);
  return `${(a * 256 + b).toString(16)}:${(c * 256 + d).toString(16)}`;
}

const REFUSED = [...V4, ...V6, ...V4.flatMap((v4) => IN_V6.map((write) => write(v4)))];

test('more than two hundred addresses outside of the internet are refused before a socket is opened', async () => {
  expect(REFUSED.length).toBeGreaterThan(200);
  expect(REFUSED.filter(isPublicAddress)).toEqual([]);
  const before = sockets;
  for (const address of REFUSED) {
    const literal = `https://${address.includes(':') ? `[${address.replace(/%.*/, '')}]` : address}/hook`;
    const resolve: Resolve = async () => [{ address, family: address.includes(':') ? 6 : 4 }];
    for (const url of [literal, 'https://rebinding.example.net/hook'])
      expect(await postWebhook(config, { url, ...message }, resolve), `${url} ${address}`).toEqual({
        failure: 'refused_address',
      });
  }
  expect(sockets).toBe(before);
});

test.each([
  'https://2130706433/',
  'https://0x7f.1/',
  'https://0177.0.0.1/',
  'https://127.1/',
  'https://①②⑦.0.0.1/',
  'https://[::ffff:7f00:1]/',
  'https://localhost/',
  'https://localhost./',
  'https://user@example.com/',
  'https://user:password@example.com/',
  'http://example.com/',
  'ftp://example.com/',
  'https://vitrin.example.com/',
  'https://VITRIN.example.com./hook',
])('nothing is sent to %s', async (url) => {
  const before = sockets;
  expect(await postWebhook(config, { url, ...message })).toEqual({ failure: 'refused_address' });
  expect(sockets).toBe(before);
});

test('one private address among those of a name makes the delivery fail', async () => {
  const addresses = [
    { address: '93.184.215.14', family: 4 },
    { address: '10.0.0.1', family: 4 },
  ];
  const before = sockets;
  const url = 'https://example.com/';
  expect(await postWebhook(config, { url, ...message }, async () => addresses)).toEqual({
    failure: 'refused_address',
  });
  expect(sockets).toBe(before);
});

test('no address of this machine is sent to', async () => {
  const own = Object.values(networkInterfaces()).flatMap((each) => each ?? []);
  expect(own.length).toBeGreaterThan(0);
  const before = sockets;
  for (const { address, family } of own) {
    const resolve: Resolve = async () => [{ address, family: family === 'IPv4' ? 4 : 6 }];
    expect(await postWebhook(config, { url: 'https://example.com/', ...message }, resolve)).toEqual({
      failure: 'refused_address',
    });
  }
  expect(sockets).toBe(before);
});

test('a name is resolved once, and the checked address is used whatever the name resolves to afterwards', async () => {
  const { port } = new URL(receiver.origin);
  const url = `http://rebinding.test:${port}/hook`;
  let asked = 0;
  const resolve: Resolve = async () => {
    asked += 1;
    return [{ address: asked === 1 ? '127.0.0.1' : '192.0.2.1', family: 4 }];
  };
  const allowing = { ...config, webhookAllow: [new URL(url).origin] };
  expect(await postWebhook(allowing, { url, ...message }, resolve)).toMatchObject({ status: 204 });
  expect([asked, receiver.received.map(({ headers }) => headers.host)]).toEqual([
    1,
    [`rebinding.test:${port}`],
  ]);
});

test.each(['93.184.215.14', '8.8.8.8', '2606:2800:21f:cb07:6820:80da:af6b:8b2c', '2a00:1450:4001:81c::200e'])(
  '%s is of the internet',
  (address) => expect(isPublicAddress(address)).toBe(true),
);

test('a redirect is an answer like others, and is not followed', async () => {
  receiver.answer = (reply) => void reply.writeHead(302, { location: `${receiver.origin}/elsewhere` }).end();
  expect(await postWebhook(config, { url: `${receiver.origin}/hook`, ...message })).toMatchObject({
    status: 302,
  });
  expect(receiver.received.map(({ path }) => path)).toEqual(['/hook']);
});

test('16 KB of an answer are read, and no more', async () => {
  const closed = Promise.withResolvers<number>();
  receiver.answer = (reply) => {
    let sent = 0;
    const chunk = Buffer.alloc(64 * 1024);
    const send = () => {
      while (!reply.destroyed && reply.write(chunk)) sent += chunk.length;
      reply.once('drain', send);
    };
    reply.on('close', () => closed.resolve(sent));
    reply.writeHead(200);
    send();
  };
  expect(await postWebhook(config, { url: receiver.origin, ...message })).toMatchObject({ status: 200 });
  expect(await closed.promise).toBeLessThan(64 * 1024 * 1024);
});

test('an endpoint that is away, has no address, or breaks off is a failure', async () => {
  receiver.answer = (reply) => void reply.destroy();
  expect(await postWebhook(config, { url: receiver.origin, ...message })).toEqual({
    failure: 'no_connection',
  });
  const nowhere: Resolve = async () => Promise.reject(new Error('ENOTFOUND'));
  expect(await postWebhook(config, { url: 'https://example.com/', ...message }, nowhere)).toEqual({
    failure: 'unknown_name',
  });
});

test('an attempt is aborted when its server stops', async () => {
  const stop = new AbortController();
  receiver.answer = () => stop.abort();
  const post = postWebhook(config, { url: receiver.origin, ...message, signal: stop.signal });
  expect(await post).toEqual({ failure: 'timeout' });
});
