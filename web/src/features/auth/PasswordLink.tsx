import { type ReactNode, useState } from 'react';
import { useCurrentUser } from './api.ts';
import { ReplaceSession } from './ReplaceSession.tsx';
import { TokenCheck } from './TokenCheck.tsx';
import { useVerifiedToken } from './use-verified-token.ts';

type Link = { token: string; username: string };

/** The screen of a link that sets a password: checked first, and asked about where somebody else is signed in. */
export function PasswordLink({ children }: { children: (link: Link) => ReactNode }) {
  const { token, username, error, retry } = useVerifiedToken();
  const user = useCurrentUser();
  const [agreed, setAgreed] = useState(false);
  if (username === undefined) return <TokenCheck error={error} onRetry={() => void retry()} />;
  if (user && user.username !== username && !agreed) {
    return <ReplaceSession signedInAs={user.username} linkFor={username} onGoOn={() => setAgreed(true)} />;
  }
  return children({ token, username });
}
