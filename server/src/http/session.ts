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
     * How an unsafe call proves its origin: by default the csrftoken cookie echoed in X-CSRFToken; `form`: the route
     * checks the csrfmiddlewaretoken field; `signature`: the body is signed (webhooks).
     */
    csrf?: 'form' | 'signature';
    /** Cache-Control of the answers, where it is not `private, no-cache`. */
    cacheControl?: string;
    /** Carries files: only idle time is limited, not the total. */
    transfer?: boolean;
    /** Brings bytes of an upload whose creation was counted as a write. */
    isPartOfUpload?: boolean;
    /** The Allow header of a 405, on routes that exist only to refuse methods. */
    allowedMethods?: string;
  }
}
