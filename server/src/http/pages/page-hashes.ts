import { createHash } from 'node:crypto';

export type PageHashes = { scriptHashes: string[]; styleHashes: string[] };

export function hashesOf(pages: string[]): PageHashes {
  return {
    scriptHashes: [...new Set(pages.flatMap(inlineScripts))].map(sourceOf),
    styleHashes: [...new Set(pages.flatMap(inlineStyles))].map(sourceOf),
  };
}

export function sourceOf(text: string): string {
  return `sha256-${createHash('sha256').update(text).digest('base64')}`;
}

function inlineScripts(html: string): string[] {
  const scripts = html.matchAll(
    // oxlint-disable-next-line vitrin/linear-pattern -- our own pages, read once at the start
    /<script(?![^>]*\ssrc=)(?![^>]*application\/(?:ld\+)?json)[^>]*>([\s\S]*?)<\/script>/g,
  );
  return Array.from(scripts, ([, code = '']) => code);
}

function inlineStyles(html: string): string[] {
  // oxlint-disable-next-line vitrin/linear-pattern -- our own pages, read once at the start
  return Array.from(html.matchAll(/<style[^>]*>([\s\S]*?)<\/style>/g), ([, sheet = '']) => sheet);
}
