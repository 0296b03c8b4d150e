import { Suspense, lazy, useEffect } from 'react';
import { useCurrentUser } from '../features/auth/api.ts';
import { Changes } from '../features/changes/Changes.tsx';
import { loadWithTexts } from '../i18n/i18n.ts';
import { keepFocus } from './keep-focus.ts';

// Hardly any account is about to be erased, and the bar brings forms with it.
const ErasureBar = lazy(async () => ({
  default: (await loadWithTexts(['changes'], () => import('./notices/ErasureBar.tsx'))).ErasureBar,
}));

/** Parts of the shell that may come late. */
export function LateParts({ userId }: { userId: number }) {
  const erasure = useCurrentUser()?.erasure;
  useEffect(keepFocus, []);
  return (
    <>
      <Changes userId={userId} />
      {erasure && (
        <Suspense>
          <ErasureBar erasure={erasure} />
        </Suspense>
      )}
    </>
  );
}
