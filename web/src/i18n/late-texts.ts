import type { Texts } from './translator.ts';

/**
 * Texts of what only freelancers open, and none of it at first: where these files are is not worth its bytes in the
 * scripts of a client's first visit.
 */
export const lateTexts = import.meta.glob<Texts>('./{en,tr}/{archives,drafts,face}.json', {
  import: 'default',
});
