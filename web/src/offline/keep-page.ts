/** Opens files of a copy beside its page: from the disk browsers ignore `download`, and would leave the page. */
export function keepPage(): void {
  document.addEventListener('click', openBeside, { capture: true });
}

function openBeside({ target }: MouseEvent): void {
  const link = target instanceof Element ? target.closest('a') : null;
  if (!link || link.target !== '' || link.protocol !== location.protocol) return;
  if (link.pathname !== location.pathname) link.target = '_blank';
}
