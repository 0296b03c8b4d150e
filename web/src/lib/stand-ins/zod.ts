import { config } from 'zod/v4';

/**
 * Stands in for zod (`web/vite.config.ts`), so that it runs before any schema is made: zod tries to compile each, which
 * the policy of the pages refuses, and Firefox and Safari write the refusal to their consoles.
 */
config({ jitless: true });

// oxlint-disable-next-line vitrin/no-re-export -- a stand-in has what it stands in for
export * from 'zod/v4';
