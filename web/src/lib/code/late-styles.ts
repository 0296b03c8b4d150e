/** Applies late style sheets (index.html) once React runs, since each makes the browser lay the page out anew. */
export function applyLateStyles(): void {
  for (const sheet of document.querySelectorAll<HTMLLinkElement>('link[media="not all"]'))
    sheet.media = 'all';
}
