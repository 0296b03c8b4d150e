import type { Texts } from './translator.ts';

/**
 * Texts of screens that no first visit opens, most of them freelancers': the addresses of these files are not worth
 * their bytes in the scripts of a client's first visit.
 */
export const lateTexts = import.meta.glob<Texts>(
  './{en,tr}/{archives,arranging,boards,drafts,face,factors,feed,figures,formats,lacks,passkeys,tokens,places,recorded,many}.json',
  {
    import: 'default',
  },
);
