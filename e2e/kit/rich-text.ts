import { type Locator, type Page, expect } from '@playwright/test';
import type { Milestone } from '@vitrin/shared/contract/milestones.ts';
import type { Delivery } from './delivery.ts';

/**
 * Returns the text that the editor considers selected. The editor notices a selection shortly after the page shows it,
 * and not at all while another field has the focus.
 */
export async function selectedIn(editor: Locator): Promise<string> {
  return editor.evaluate((field) => {
    const { state } = (field as unknown as { editor: Editor }).editor;
    return state.doc.textBetween(state.selection.from, state.selection.to);
  });
}

type Editor = {
  state: {
    doc: { textBetween: (from: number, to: number) => string };
    selection: { from: number; to: number };
  };
};

/** Opens the form of a new milestone, fills in a name and focuses the description. */
export async function openMilestoneForm(page: Page): Promise<{ form: Locator; text: Locator }> {
  await page.getByRole('button', { name: 'Add milestone' }).click();
  // The field for a link is a dialog as well; only the form has a name.
  const form = page.getByRole('dialog').filter({ has: page.getByLabel('Name') });
  await form.getByLabel('Name').fill('Formatted');
  const text = form.getByRole('textbox', { name: 'Description' });
  await text.click();
  return { form, text };
}

/** Saves the milestone and returns the description that the server has stored. */
export async function saveMilestone(form: Locator, { freelancer, project }: Delivery): Promise<string> {
  await form.getByRole('button', { name: 'Add milestone' }).click();
  await expect(form).toBeHidden();
  const { results } = await freelancer.expectCall<{ results: Milestone[] }>(
    200,
    'GET',
    `/api/milestones/?project=${project}`,
  );
  return results.at(-1)?.description ?? '';
}

type DroppedFile = { bytes: Buffer; name: string; type: string };

/** Dispatches one paste event with the contents of the clipboard, as a browser does. */
export async function paste(
  text: Locator,
  what: { html?: string; text?: string; file?: DroppedFile },
): Promise<void> {
  await text.evaluate(async (field, { html, text, file }) => {
    // The browser reports a moved cursor only in the next frame.
    await new Promise<void>((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
    const data = new DataTransfer();
    if (text !== undefined) data.setData('text/plain', text);
    if (html !== undefined) data.setData('text/html', html);
    if (file) {
      const bytes = Uint8Array.from(atob(file.base64), (letter) => letter.charCodeAt(0));
      data.items.add(new File([bytes], file.name, { type: file.type }));
    }
    const event = new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true });
    field.dispatchEvent(event);
  }, inPage(what));
}

/** Drops a file near the upper left corner of the text. */
export async function drop(text: Locator, file: DroppedFile): Promise<void> {
  await text.evaluate((field, { file }) => {
    const data = new DataTransfer();
    const bytes = Uint8Array.from(atob(file?.base64 ?? ''), (letter) => letter.charCodeAt(0));
    data.items.add(new File([bytes], file?.name ?? '', { type: file?.type ?? '' }));
    const { x, y } = field.getBoundingClientRect();
    const point = { clientX: x + 20, clientY: y + 20, bubbles: true, cancelable: true };
    field.dispatchEvent(new DragEvent('drop', { dataTransfer: data, ...point }));
  }, inPage({ file }));
}

/** Encodes the bytes of the file as base64: only JSON can be passed to the page. */
function inPage({ html, text, file }: { html?: string; text?: string; file?: DroppedFile }) {
  const { bytes, name = '', type = '' } = file ?? {};
  return { html, text, file: bytes && { base64: bytes.toString('base64'), name, type } };
}
