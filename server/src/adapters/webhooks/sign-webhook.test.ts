import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Webhook } from 'standardwebhooks';
import { afterAll, expect, test } from 'vitest';
import { newWebhookKeys, publicKeyOf, signatureHeaders } from './sign-webhook.ts';

const folder = mkdtempSync(join(tmpdir(), 'vitrin-signatures-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** Prefix of the 32 bytes of a key in SubjectPublicKeyInfo (RFC 8410). */
const SPKI = '302a300506032b6570032100';
const body = JSON.stringify({ type: 'test', data: { name: 'Çağrı "💥"' } });
const at = new Date();

/** True if OpenSSL accepts a v1a signature of a message under a public key. */
function opensslTakes(publicKey: string, headers: Record<string, string>, text: string): boolean {
  const key = Buffer.concat([
    Buffer.from(SPKI, 'hex'),
    Buffer.from(publicKey.slice('whpk_'.length), 'base64'),
  ]);
  const [, signature = ''] = /\bv1a,(\S+)/.exec(headers['webhook-signature'] ?? '') ?? [];
  const files = {
    key,
    signature: Buffer.from(signature, 'base64'),
    text: Buffer.from(contentOf(headers, text)),
  };
  for (const [name, bytes] of Object.entries(files)) writeFileSync(join(folder, name), bytes);
  const options = ['-verify', '-pubin', '-inkey', 'key', '-keyform', 'DER', '-rawin', '-in', 'text'];
  try {
    execFileSync('openssl', ['pkeyutl', ...options, '-sigfile', 'signature'], { cwd: folder, stdio: 'pipe' });
    return true;
  } catch {
    return false;
  }
}

const contentOf = (headers: Record<string, string>, text: string) =>
  `${headers['webhook-id']}.${headers['webhook-timestamp']}.${text}`;

test('the library of Standard Webhooks accepts a v1 signature, but not for another body or secret', () => {
  const keys = newWebhookKeys();
  const headers = signatureHeaders([keys], { id: 'evt_1', at, body });
  expect(new Webhook(keys.secret).verify(body, headers)).toEqual(JSON.parse(body));
  expect(() => new Webhook(keys.secret).verify(`${body} `, headers)).toThrow('No matching signature');
  expect(() => new Webhook(newWebhookKeys().secret).verify(body, headers)).toThrow('No matching signature');
});

test('OpenSSL accepts a v1a signature, but not for another body or key', () => {
  const keys = newWebhookKeys();
  const headers = signatureHeaders([keys], { id: 'evt_1', at, body });
  expect(publicKeyOf(keys)).toMatch(/^whpk_[0-9A-Za-z+/]{43}=$/);
  expect(opensslTakes(publicKeyOf(keys), headers, body)).toBe(true);
  expect(opensslTakes(publicKeyOf(keys), headers, `${body} `)).toBe(false);
  expect(opensslTakes(publicKeyOf(newWebhookKeys()), headers, body)).toBe(false);
});

test('while a secret is replaced, both sign', () => {
  const [before, now] = [newWebhookKeys(), newWebhookKeys()];
  const headers = signatureHeaders([now, before], { id: 'evt_1', at, body });
  for (const { secret } of [before, now])
    expect(new Webhook(secret).verify(body, headers)).toEqual(JSON.parse(body));
});
