import { createSpotlight } from '@mantine/spotlight';

/** Whether the palette is open; it stays so until its code has come. */
const [paletteStore, palette] = createSpotlight();

export { paletteStore };
export const openPalette = palette.open;

/** Marks the first entry as the one Enter goes to; what Spotlight does itself with each letter that is typed. */
export function selectFirst(): void {
  const list = document.getElementById(paletteStore.getState().listId);
  list?.querySelector('[data-selected]')?.removeAttribute('data-selected');
  list?.querySelector('[data-action]')?.setAttribute('data-selected', 'true');
  paletteStore.updateState((state) => ({ ...state, selected: list ? 0 : -1 }));
}
