import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';

/** Names of headers that the server's code reads. */
export function parsedHeaders(): string[] {
  const names = namesInCode(/\bheaders(?:\['([\w-]+)'\]|\??\.([a-z]+)\b)/g);
  // Headers that frame the request, which would become another request or none.
  const framing = new Set(['content-length', 'transfer-encoding', 'connection', 'get', 'append', 'entries']);
  const all = [...names, 'cookie', 'if-modified-since', 'x-forwarded-for', 'forwarded'];
  return [...new Set(all)].filter((name) => !framing.has(name));
}

/** Cookies that it reads. */
export function parsedCookies(): string[] {
  return [...new Set(namesInCode(/COOKIE = '(\w+)'|\bcookies\['(\w+)'\]/g))];
}

function namesInCode(pattern: RegExp): string[] {
  const root = path.resolve(import.meta.dirname, '../../../server/src');
  const sources = globSync('**/*.ts', { cwd: root }).filter((file) => !/\.test\.ts$|testing\//.test(file));
  return sources.flatMap((file) =>
    Array.from(
      readFileSync(path.join(root, file), 'utf8').matchAll(pattern),
      ([, first, second]) => first ?? second ?? '',
    ),
  );
}
