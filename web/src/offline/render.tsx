import { QueryClient } from '@tanstack/react-query';
import { ALL_FILES_MARKER, OFFLINE_FOLDER, type OfflineCopy } from '@vitrin/shared/rules/offline-copy.ts';
import type { Render, RenderedPage } from '@vitrin/shared/rules/rendered-pages.ts';
import { type Navigator, Router } from 'react-router';
import { trustTexts } from '../components/rich-text/RichText.tsx';
import type { Translator } from '../i18n/translator.ts';
import { escapeText, styleOf } from '../lib/html-text.ts';
import { renderTree } from '../components/render-tree.tsx';
import { keepTexts } from './copied-data.ts';
import { fillCache } from './fill-cache.ts';
import { createI18n } from './instead/i18n.ts';
import { OfflinePage } from './OfflinePage.tsx';

/** Policy of a copy's page and its files: `file:` for the disk, which has no origin, `'self'` for a web server. */
const POLICY = [
  "default-src 'none'",
  "script-src 'self' file:",
  "style-src 'self' file: 'unsafe-inline'",
  "img-src 'self' file: data:",
  "media-src 'self' file:",
  "font-src 'self' file:",
  "connect-src 'none'",
  "form-action 'none'",
  "base-uri 'none'",
].join('; ');

/** Every address is that of the one page, and without scripts nothing leads away from it. */
const ONE_PAGE: Navigator = { createHref: () => '#', go() {}, push() {}, replace() {} };

trustTexts();

/** The page of a copy as HTML, for readers without scripts, and until the scripts have started. */
export const render: Render<'offline'> = async (_page, copy) => {
  const i18n = createI18n(copy.language);
  return { html: pageOf(copy, i18n, await renderRoot(copy, i18n)), preloads: '' };
};

function renderRoot(copy: OfflineCopy, i18n: Translator): Promise<RenderedPage['html']> {
  const client = new QueryClient();
  fillCache(client, copy);
  keepTexts(copy);
  return renderTree(
    <Router location="/" navigator={ONE_PAGE}>
      <OfflinePage copy={copy} />
    </Router>,
    { client, i18n, clock: { now: Date.parse(copy.takenAt), timeZone: copy.timeZone } },
    'The page of a copy',
  );
}

function pageOf({ language, project, face }: OfflineCopy, { t }: Translator, root: string): string {
  return [
    `<!doctype html><html lang="${language}" data-mantine-color-scheme="light"${styleOf(face?.accent)}><head>`,
    '<meta charset="utf-8">',
    `<meta http-equiv="Content-Security-Policy" content="${POLICY}">`,
    '<meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover">',
    '<meta name="color-scheme" content="light dark"><meta name="referrer" content="no-referrer">',
    `<title>${escapeText(project.name)} · Vitrin</title>`,
    `<script src="${OFFLINE_FOLDER}/theme.js"></script>`,
    `<link rel="stylesheet" href="${OFFLINE_FOLDER}/page.css">`,
    // Without scripts these would do nothing, and what they show is in the list of all files.
    '<noscript><style>[data-needs-script],[aria-labelledby="older-versions"]{display:none}</style></noscript>',
    '</head><body>',
    `<p class="unpack-first">${escapeText(t('offline.unpack'))}</p>`,
    `<div id="root">${root}</div>`,
    `<noscript><section class="all-files"><h2>${escapeText(t('offline.allFiles'))}</h2>${ALL_FILES_MARKER}</section></noscript>`,
    `<script src="${OFFLINE_FOLDER}/data.js"></script><script src="${OFFLINE_FOLDER}/page.js"></script>`,
    '</body></html>',
  ].join('\n');
}
