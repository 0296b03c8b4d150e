import type { Texts } from './translator.ts';

/**
 * Texts of what is not opened at first, most of it by freelancers alone: where these files are is not worth its bytes in
 * the scripts of a client's first visit.
 */
export const lateTexts = import.meta.glob<Texts>(
  './{en,tr}/{archives,arranging,boards,drafts,face,factors,feed,figures,formats,lacks,passkeys,tokens,places,recorded,many}.json',
  {
    import: 'default',
  },
);
