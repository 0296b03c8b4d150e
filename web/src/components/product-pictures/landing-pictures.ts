import type { PictureAddresses } from './ProductPicture.tsx';

/** All pictures of the landing page: a client's page for wide and narrow screens, and one for each feature. */
export const LANDING_PICTURES: PictureAddresses = import.meta.glob<string>('./pictures/*/*.{avif,webp}', {
  eager: true,
  query: '?url',
  import: 'default',
});
