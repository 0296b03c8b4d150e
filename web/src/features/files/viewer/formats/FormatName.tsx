import type { ProjectFile } from '@vitrin/shared/contract/files.ts';
import { Suspense, lazy } from 'react';
import { loadWithTexts } from '../../../../i18n/i18n.ts';

const FormatInWords = lazy(async () => ({
  default: (await loadWithTexts(['formats'], () => import('./FormatInWords.tsx'))).FormatInWords,
}));

/** The format of a file in words, loaded where it is wanted; until then its line is empty. */
export function FormatName({ file }: { file: ProjectFile }) {
  return (
    <Suspense fallback={'\u{a0}'}>
      <FormatInWords file={file} />
    </Suspense>
  );
}
