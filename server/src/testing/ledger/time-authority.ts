import { execFileSync, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Kind of the next answers: right, for another question, refused, or endless. */
type Mood = 'right' | 'replayed' | 'away' | 'rejecting' | 'endless';

/**
 * A time-stamping authority on loopback, by the program openssl, until the test ends.
 */
export async function startTimeAuthority() {
  const folder = mkdtempSync(join(tmpdir(), 'vitrin-time-'));
  const openssl = (...args: string[]) => execFileSync('openssl', args, { cwd: folder, stdio: 'pipe' });
  writeFileSync(
    join(folder, 'authority.cnf'),
    [
      '[req]',
      'distinguished_name = name',
      'x509_extensions = use',
      'prompt = no',
      '[name]',
      'CN = Test authority',
      '[use]',
      'keyUsage = critical, digitalSignature',
      'extendedKeyUsage = critical, timeStamping',
      '[tsa]',
      'serial = serial',
      'signer_cert = authority.pem',
      'signer_key = key.pem',
      'signer_digest = sha256',
      'default_policy = 1.2.3.4',
      'digests = sha256',
    ].join('\n'),
  );
  writeFileSync(join(folder, 'serial'), '01');
  const key = ['-newkey', 'rsa:2048', '-nodes', '-keyout', 'key.pem'];
  openssl('req', '-x509', ...key, '-out', 'authority.pem', '-days', '2', '-config', 'authority.cnf');

  /** Verifies a token in base64 for a SHA-256 in hex by openssl, and returns its text; throws when it is not valid. */
  const verify = (token: string, sha256: string) => {
    writeFileSync(join(folder, 'token'), Buffer.from(token, 'base64'));
    const given = ['-digest', sha256, '-in', 'token', '-token_in', '-CAfile', 'authority.pem'];
    const { status, stderr, stdout } = spawnSync('openssl', ['ts', '-verify', ...given], { cwd: folder });
    if (status !== 0) throw new Error(stderr.toString());
    return `${stdout.toString()}${stderr.toString()}`;
  };
  const authority = { mood: 'right' as Mood, asked: 0, url: '', verify };
  let first: Buffer | undefined;
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      authority.asked += 1;
      if (authority.mood === 'away') return response.writeHead(503).end();
      if (authority.mood === 'endless') return response.end(Buffer.alloc(1024 * 1024, 0x30));
      if (authority.mood === 'replayed' && first) return response.end(first);
      writeFileSync(join(folder, 'query'), authority.mood === 'rejecting' ? '' : Buffer.concat(chunks));
      const reply = ['-reply', '-config', 'authority.cnf', '-section', 'tsa', '-queryfile', 'query'];
      const answer = openssl('ts', ...reply);
      first ??= answer;
      return response.end(answer);
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  authority.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/stamp`;
  const stop = async () => {
    server.close();
    await once(server, 'close');
    rmSync(folder, { recursive: true });
  };
  return { authority, stop };
}
