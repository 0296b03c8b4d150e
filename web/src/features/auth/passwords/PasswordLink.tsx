import type { VerifiedToken } from '@vitrin/shared/contract/users.ts';
import { type ReactNode, useState } from 'react';
import { useCurrentUser } from '../api.ts';
import { ReplaceSession } from '../sessions/ReplaceSession.tsx';
import { TokenCheck } from '../TokenCheck.tsx';
import { useVerifiedToken } from '../use-verified-token.ts';

/** Screen of a link that sets a password: checks the link, and asks first where another user is signed in. */
export function PasswordLink({ children }: { children: (link: VerifiedToken) => ReactNode }) {
  const { link, error, retry } = useVerifiedToken();
  const user = useCurrentUser();
  const [agreed, setAgreed] = useState(false);
  if (link === undefined) return <TokenCheck error={error} onRetry={() => void retry()} />;
  if (user && user.username !== link.username && !agreed) {
    return (
      <ReplaceSession signedInAs={user.username} linkFor={link.username} onGoOn={() => setAgreed(true)} />
    );
  }
  return children(link);
}
