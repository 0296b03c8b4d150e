/**
 * Lets the style sheets take effect that a rendered page has loaded beside its scripts (index.html). Each has the browser
 * lay the page out anew, which would delay React, so they do once React has taken the page over.
 */
export function applyLateStyles(): void {
  for (const sheet of document.querySelectorAll<HTMLLinkElement>('link[media="not all"]'))
    sheet.media = 'all';
}
