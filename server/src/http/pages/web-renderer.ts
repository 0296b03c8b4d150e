import { fileURLToPath, pathToFileURL } from 'node:url';
import type { RenderedPage, RenderedPages } from '@vitrin/shared/rules/rendered-pages.ts';
import { createPageRenderer, type PageRenderer } from '@vitrin/engine/pages/page-renderer.ts';

const PROGRAM = fileURLToPath(new URL('./render-process.ts', import.meta.url));

/** `styleSource` names the page's style in a content policy. */
export type MadePage = RenderedPage & { styleSource: string };

export type WebRenderer = PageRenderer<RenderedPages, MadePage>;

export function createWebRenderer(file: string): WebRenderer {
  return createPageRenderer(PROGRAM, pathToFileURL(file).href);
}
