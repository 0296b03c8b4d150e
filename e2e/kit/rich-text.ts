import type { Locator } from '@playwright/test';

/**
 * The words that the editor takes for selected. It hears of a key's or the mouse's selection a moment after the page
 * shows it, and of nothing while another field has the focus.
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
