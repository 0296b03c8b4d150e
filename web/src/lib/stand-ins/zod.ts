import { config } from 'zod/v4';

/** Replaces zod (`web/vite.config.ts`) without compiled schemas, which the policy refuses with console errors. */
config({ jitless: true });

// oxlint-disable-next-line vitrin/no-re-export -- a stand-in has what it stands in for
export * from 'zod/v4';
