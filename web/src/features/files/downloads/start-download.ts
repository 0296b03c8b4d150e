/** Starts a download of the browser, as a click on a link would; no bytes pass through scripts. */
export function startDownload(url: string): void {
  const link = document.createElement('a');
  link.href = url;
  link.download = '';
  document.body.append(link);
  link.click();
  link.remove();
}
