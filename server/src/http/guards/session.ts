import type { Language } from '@vitrin/shared/contract/users.ts';
import type { CurrentSession } from '../../current/current-user.ts';

declare module 'fastify' {
  interface FastifyRequest {
    session: CurrentSession | null;
    /** Language of the words in the answer, from Accept-Language. */
    language: Language;
  }

  interface FastifyContextConfig {
    /**
     * Proof of an unsafe call's origin: by default the CSRF token in X-CSRFToken; `form`: csrfmiddlewaretoken, which the
     * route checks; `signature`: the body or a key in the address is signed (webhooks, mail programs).
     */
    csrf?: 'form' | 'signature';
    /** Cache-Control of the answers, where it is not `private, no-cache`. */
    cacheControl?: string;
    /** A freelancer who asks as the client of a project gets an answer; all other routes refuse. */
    isInClientView?: boolean;
    /** Carries files: only idle time is limited, not the total. */
    transfer?: boolean;
    /** Carries bytes of an upload that was counted as a write when it was created. */
    isPartOfUpload?: boolean;
  }
}
