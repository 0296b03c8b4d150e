import { Suspense, lazy } from 'react';
import { useIsTakenOver } from '../../../components/rendered-clock.ts';
import { loadWithTexts } from '../../../i18n/i18n.ts';
import type { InvitedPasskeyProps } from './InvitedPasskey.tsx';
import { knowsPasskeys } from './knows-passkeys.ts';
import { PasskeySkeleton } from './PasskeySkeleton.tsx';

const LoadedPasskey = lazy(async () => ({
  default: (await loadWithTexts(['auth', 'passkeys'], () => import('./InvitedPasskey.tsx'))).InvitedPasskey,
}));

/** The passkey in place of a password on the page of an invitation; loaded behind it. */
export function InvitedPasskey(props: InvitedPasskeyProps) {
  const isTakenOver = useIsTakenOver();
  if (!isTakenOver) return <PasskeySkeleton />;
  if (!knowsPasskeys()) return null;
  return (
    <Suspense fallback={<PasskeySkeleton />}>
      <LoadedPasskey {...props} />
    </Suspense>
  );
}
