import { Suspense, lazy, useSyncExternalStore } from 'react';
import { loadWithTexts } from '../../i18n/i18n.ts';

const LoadedLines = lazy(async () => ({
  default: (await loadWithTexts(['recorded'], () => import('./CompanyLines.tsx'))).CompanyLines,
}));

const neverChanges = () => () => {};

/** The company's lines of the footer, loaded once the page stands; pages made beforehand have none. */
export function CompanyLines() {
  const isInBrowser = useSyncExternalStore(
    neverChanges,
    () => true,
    () => false,
  );
  if (!isInBrowser) return null;
  return (
    <Suspense fallback={null}>
      <LoadedLines />
    </Suspense>
  );
}
