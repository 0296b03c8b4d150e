import type { Language } from '@vitrin/shared/contract/users.ts';
import type { CurrentSession } from '../../current/current-user.ts';

declare module 'fastify' {
  interface FastifyRequest {
    session: CurrentSession | null;
    /** From Accept-Language. */
    language: Language;
  }

  interface FastifyContextConfig {
    /**
     * Default: token in the header; `form`: in the body; `signature`: a signed body or address (webhooks,
     * mail programs).
     */
    csrf?: 'form' | 'signature';
    /** Default: `private, no-cache`. */
    cacheControl?: string;
    /** Allowed in a view as client. */
    isInClientView?: boolean;
    /** Carries files: only idle time is limited. */
    transfer?: boolean;
    /** The upload's creation was counted as the write. */
    isPartOfUpload?: boolean;
  }
}
