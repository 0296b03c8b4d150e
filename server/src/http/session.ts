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
    /** What Cache-Control says of its answers, where that is not `private, no-cache`. */
    cacheControl?: string;
    /** Carries files: only idle time is limited, never the total. */
    transfer?: boolean;
    /** Brings the next bytes of an upload whose creation was counted as a write. */
    isPartOfUpload?: boolean;
    /** Set where an address is asked with a method it does not take: what its Allow header says. No way in. */
    allowedMethods?: string;
  }
}
