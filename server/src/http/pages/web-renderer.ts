import { fileURLToPath, pathToFileURL } from 'node:url';
import type { RenderedPage, RenderedPages } from '@vitrin/shared/rules/rendered-pages.ts';
import { createPageRenderer, type PageRenderer } from '@vitrin/engine/pages/page-renderer.ts';

const PROGRAM = fileURLToPath(new URL('./render-process.ts', import.meta.url));

/** `styleSource` is how a content policy names the page's style. */
export type MadePage = RenderedPage & { styleSource: string };

/** Renders pages of the web app. */
export type WebRenderer = PageRenderer<RenderedPages, MadePage>;

/** Renders with the build's renderer in `file`. */
export function createWebRenderer(file: string): WebRenderer {
  return createPageRenderer(PROGRAM, pathToFileURL(file).href);
}
