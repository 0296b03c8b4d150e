import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { readConfig, VARIABLES } from '../../server/src/config/config.ts';

const ROOT = path.resolve(import.meta.dirname, '../..');

type Service = {
  image: string;
  environment?: Record<string, string>;
  volumes?: string[];
  depends_on?: Record<string, { condition: string }>;
  healthcheck?: { test: string[] };
};

const compose = parse(read('packaging/compose.yaml')) as {
  services: Record<string, Service>;
  volumes: Record<string, null>;
};
const containerfile = read('packaging/Containerfile');
const imageEnvironment = variablesOf(/^ENV (.+)$/m.exec(containerfile)?.[1] ?? '');
const unit = read('packaging/vitrin.service');

/** Variables read by Node, so neither configuration nor unknown. */
const OF_NODE = ['NODE_COMPILE_CACHE'];

describe('the compose file', () => {
  it('gives the server only variables that it reads and starts with', () => {
    const environment = { ...imageEnvironment, ...filledIn('vitrin') };
    expect(unknown(environment)).toEqual([]);
    const config = readConfig({ ...environment, DATA_DIR: '/nowhere' });
    expect(config.s3?.endpoint).toBe('http://s3:9000');
    expect(config.databaseUrl).toContain('@postgres:5432/vitrin');
    expect(config.trustProxy).toBe(1);
    expect(config.host).toBe('0.0.0.0');
  });

  it('names services and volumes that it has', () => {
    const services = Object.values(compose.services);
    const asked = services.flatMap(({ depends_on = {} }) => Object.keys(depends_on));
    expect(asked.filter((name) => !compose.services[name])).toEqual([]);
    const volumes = services.flatMap(({ volumes = [] }) =>
      volumes.map((volume) => volume.split(':')[0] ?? ''),
    );
    expect(volumes.filter((name) => !name.startsWith('./') && !(name in compose.volumes))).toEqual([]);
    const healthy = services.flatMap(({ depends_on = {} }) =>
      Object.entries(depends_on).flatMap(([name, { condition }]) =>
        condition === 'service_healthy' ? [name] : [],
      ),
    );
    // The server's health check is in the Containerfile.
    expect(healthy.filter((name) => name !== 'vitrin' && !compose.services[name]?.healthcheck)).toEqual([]);
  });

  it('points the proxy at the port of the server', () => {
    expect(filledIn('caddy')['VITRIN_ADDRESS']).toBe(`vitrin:${imageEnvironment['PORT']}`);
    expect(read('packaging/Caddyfile')).toContain('reverse_proxy {$VITRIN_ADDRESS}');
  });

  it('keeps the data of the server and of the other services in volumes', () => {
    expect(compose.services['vitrin']?.volumes).toContain(`vitrin:${imageEnvironment['DATA_DIR']}`);
  });

  it('pins the version of every image that is not built here', () => {
    const images = Object.values(compose.services).map(({ image }) => image);
    expect(images.filter((image) => image !== 'vitrin' && !/:(\d+\.\d+|RELEASE\.\d)/.test(image))).toEqual(
      [],
    );
  });
});

describe('the Containerfile', () => {
  it('gives the server only variables that it reads', () => {
    expect(unknown(imageEnvironment)).toEqual([]);
    expect(containerfile).toContain(`EXPOSE ${imageEnvironment['PORT']}\n`);
  });

  it('asks for a health path that the server has', () => {
    const asked = /http:\/\/127\.0\.0\.1:\$\{process\.env\.PORT\}(\/\w+)/.exec(containerfile)?.[1];
    expect(read('server/src/http/answers/health.ts')).toContain(`app.get('${asked}'`);
  });

  it('runs as an unprivileged user, and copies only existing files', () => {
    expect(containerfile).toMatch(/^USER 10001:10001$/m);
    expect(read('packaging/dpkg-excludes')).toContain('path-exclude=/usr/lib/*/libLLVM*');
    expect(containerfile).toContain('COPY packaging/dpkg-excludes ');
  });

  it('pins the image it starts from', () => {
    const images = [...containerfile.matchAll(/^FROM (\S+)/gm)].map(([, image]) => image);
    expect(new Set(images).size).toBe(1);
    expect(images[0]).toMatch(/^debian:\d+\.\d+-slim$/);
  });
});

describe('the unit of systemd', () => {
  it('sets only variables that the server reads, in folders that it makes', () => {
    const environment = variablesOf(/^Environment=(.+)$/m.exec(unit)?.[1] ?? '');
    expect(unknown(environment)).toEqual([]);
    expect(environment['DATA_DIR']).toBe(`/var/lib/${/^StateDirectory=(.+)$/m.exec(unit)?.[1]}`);
    expect(environment['NODE_COMPILE_CACHE']).toBe(`/var/cache/${/^CacheDirectory=(.+)$/m.exec(unit)?.[1]}`);
  });

  it('leaves the limits of child processes within reach, and machine code that Node makes', () => {
    // ulimit and setpriority are calls of @resources.
    expect(unit).not.toMatch(/^SystemCallFilter=~.*@resources/m);
    expect(unit).not.toMatch(/^MemoryDenyWriteExecute=yes/m);
  });
});

function read(file: string): string {
  return readFileSync(path.join(ROOT, file), 'utf8');
}

/** The environment of a service, with a value for each variable that the owner sets. */
function filledIn(name: string): Record<string, string> {
  const values: Record<string, string> = {
    VITRIN_DOMAIN: 'portal.example.com',
    SECRET_KEY: 's'.repeat(32),
    POSTGRES_PASSWORD: 'p'.repeat(32),
    S3_SECRET_KEY: 'k'.repeat(32),
    SMTP_URL: 'smtp://mail.example.com:587',
  };
  const fill = (text: string) =>
    text.replaceAll(/\$\{(\w+):\?\}/g, (_, variable: string) => {
      const value = values[variable];
      if (value === undefined) throw new Error(`compose.yaml asks for ${variable}.`);
      return value;
    });
  return Object.fromEntries(
    Object.entries(compose.services[name]?.environment ?? {}).map(([key, text]) => [key, fill(text)]),
  );
}

function variablesOf(line: string): Record<string, string> {
  return Object.fromEntries(
    line.split(' ').map((pair) => [pair.slice(0, pair.indexOf('=')), pair.slice(pair.indexOf('=') + 1)]),
  );
}

function unknown(environment: Record<string, string>): string[] {
  return Object.keys(environment).filter((name) => ![...VARIABLES, ...OF_NODE].includes(name));
}
