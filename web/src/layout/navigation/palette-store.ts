import { createSpotlight } from '@mantine/spotlight';

/** True if the palette is open; stays true until its code is loaded. */
const [paletteStore, palette] = createSpotlight();

export { paletteStore };
export const openPalette = palette.open;

/** Marks the first entry, which Enter opens, as Spotlight does at each letter that is typed. */
export function selectFirst(): void {
  const list = document.getElementById(paletteStore.getState().listId);
  list?.querySelector('[data-selected]')?.removeAttribute('data-selected');
  list?.querySelector('[data-action]')?.setAttribute('data-selected', 'true');
  paletteStore.updateState((state) => ({ ...state, selected: list ? 0 : -1 }));
}
