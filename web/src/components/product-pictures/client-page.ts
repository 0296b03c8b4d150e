import type { PictureAddresses } from './ProductPicture.tsx';

/** Pictures of a client's page for wide screens. */
export const CLIENT_PAGE_WIDE: PictureAddresses = import.meta.glob<string>(
  './pictures/client/client-wide-*.{avif,webp}',
  { eager: true, query: '?url', import: 'default' },
);
