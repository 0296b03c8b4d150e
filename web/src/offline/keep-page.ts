/**
 * Opens the files of a copy beside its page. From the disk browsers take no link for a download, so one to a picture
 * would lead away from the page.
 */
export function keepPage(): void {
  document.addEventListener('click', openBeside, { capture: true });
}

function openBeside({ target }: MouseEvent): void {
  const link = target instanceof Element ? target.closest('a') : null;
  if (!link || link.target !== '' || link.protocol !== location.protocol) return;
  if (link.pathname !== location.pathname) link.target = '_blank';
}
