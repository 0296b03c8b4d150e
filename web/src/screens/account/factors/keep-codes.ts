/** Saves lines as a text file. */
export function downloadText(name: string, lines: string[]): void {
  const url = URL.createObjectURL(new Blob([lines.join('\n')], { type: 'text/plain' }));
  const link = document.createElement('a');
  Object.assign(link, { href: url, download: name });
  link.click();
  URL.revokeObjectURL(url);
}

/** Prints lines alone, by a frame of their own that goes afterwards. */
export function printText(intro: string, lines: string[]): void {
  const frame = document.createElement('iframe');
  frame.hidden = true;
  document.body.append(frame);
  const page = frame.contentDocument;
  if (!page || !frame.contentWindow) return;
  for (const line of [intro, ...lines]) {
    const paragraph = page.createElement('p');
    paragraph.textContent = line;
    page.body.append(paragraph);
  }
  frame.contentWindow.addEventListener('afterprint', () => frame.remove());
  frame.contentWindow.print();
}
