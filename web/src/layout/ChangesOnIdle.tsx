import { Suspense, lazy, useEffect, useState } from 'react';
import { loadWithTexts } from '../i18n/i18n.ts';
import { whenIdle } from '../lib/code/when-idle.ts';

const Changes = lazy(async () => ({
  default: (await loadWithTexts(['changes'], () => import('./LateParts.tsx'))).LateParts,
}));

/** Follows changes once the page is idle; a shell that rerenders while parts are hydrated would blank them. */
export function ChangesOnIdle({ userId }: { userId: number }) {
  const [isIdle, setIdle] = useState(false);
  useEffect(() => {
    let forget = () => {};
    const wait = () => {
      forget = whenIdle(() => setIdle(true));
    };
    if (document.readyState === 'complete') wait();
    else addEventListener('load', wait);
    return () => {
      removeEventListener('load', wait);
      forget();
    };
  }, []);
  if (!isIdle) return null;
  return (
    <Suspense>
      <Changes userId={userId} />
    </Suspense>
  );
}
