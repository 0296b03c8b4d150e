import { Suspense, lazy } from 'react';
import { useIsTakenOver } from '../../../components/rendered-clock.ts';
import { loadWithTexts } from '../../../i18n/i18n.ts';
import type { InvitedPasskeyProps } from './InvitedPasskey.tsx';
import { knowsPasskeys } from './knows-passkeys.ts';
import { PlaceOfPasskey } from './PlaceOfPasskey.tsx';

const LoadedPasskey = lazy(async () => ({
  default: (await loadWithTexts(['auth', 'passkeys'], () => import('./InvitedPasskey.tsx'))).InvitedPasskey,
}));

/** The passkey in place of a password on the page of an invitation; loaded behind it. */
export function InvitedPasskey(props: InvitedPasskeyProps) {
  const isTakenOver = useIsTakenOver();
  if (!isTakenOver) return <PlaceOfPasskey />;
  if (!knowsPasskeys()) return null;
  return (
    <Suspense fallback={<PlaceOfPasskey />}>
      <LoadedPasskey {...props} />
    </Suspense>
  );
}
