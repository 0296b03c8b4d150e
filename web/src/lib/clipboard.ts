/**
 * Copies a text that loads later. Browsers allow the clipboard only inside the click, so it gets a promise if it can.
 */
export async function copyLater(fetchText: () => Promise<string>): Promise<void> {
  const text = fetchText();
  if (typeof ClipboardItem === 'function' && navigator.clipboard?.write) {
    const blob = text.then((content) => new Blob([content], { type: 'text/plain' }));
    // An error of the text itself is for the caller, not the clipboard.
    const isTaken = await navigator.clipboard.write([new ClipboardItem({ 'text/plain': blob })]).then(
      () => true,
      () => false,
    );
    await text;
    if (isTaken) return;
  }
  const content = await text;
  if (navigator.clipboard) await navigator.clipboard.writeText(content);
  else copyBySelection(content);
}

/** Plain http on a network address has no clipboard API; selecting and copying still works there. */
function copyBySelection(text: string): void {
  const field = document.createElement('textarea');
  field.value = text;
  field.style.position = 'fixed';
  field.style.opacity = '0';
  document.body.append(field);
  field.select();
  const isCopied = document.execCommand('copy');
  field.remove();
  if (!isCopied) throw new Error('The browser refuses to copy');
}
