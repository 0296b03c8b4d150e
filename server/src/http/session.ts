import type { Language } from '@vitrin/shared/contract/users.ts';
import type { CurrentSession } from '../current-user.ts';

declare module 'fastify' {
  interface FastifyRequest {
    session: CurrentSession | null;
    /** Language of the words in the answer, from Accept-Language. */
    language: Language;
  }

  interface FastifyContextConfig {
    /**
     * How an unsafe call proves where it comes from: by default the csrftoken cookie echoed in X-CSRFToken;
     * `form` checks the csrfmiddlewaretoken field itself; `signature` is for webhooks.
     */
    csrf?: 'form' | 'signature';
    /** Carries files: only idle time is limited, never the total. */
    transfer?: boolean;
    /** Only says 405: no way in. */
    refusesMethod?: boolean;
  }
}
