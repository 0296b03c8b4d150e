import { createSpotlight } from '@mantine/spotlight';

/** Whether the palette is open; it stays so until its code has come. */
const [paletteStore, palette] = createSpotlight();

export { paletteStore };
export const openPalette = palette.open;
