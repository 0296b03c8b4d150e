import type { Texts } from './translator.ts';

/** Texts of screens that no first visit opens: the addresses of more files would cost a client's first visit bytes. */
export const lateTexts = import.meta.glob<Texts>(
  './{en,tr}/{archives,arranging,boards,drafts,face,factors,feed,figures,formats,lacks,passkeys,tokens,places,recorded,many}.json',
  {
    import: 'default',
  },
);
