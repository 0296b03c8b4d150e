import type { ProjectFile } from '@vitrin/shared/contract/files.ts';
import { useEffect, useState } from 'react';
import { loadWithTexts } from '../../../../i18n/i18n.ts';
import type { FormatInWords } from './FormatInWords.tsx';

let words: typeof FormatInWords | undefined;

/** Format of a file in words, from a table that is loaded with the first file that needs it; `until` is shown before. */
export function FormatName({ file, until = '\u{a0}' }: { file: ProjectFile; until?: string }) {
  const [Words, setWords] = useState(() => words);
  useEffect(() => {
    if (!Words) void loadWords().then((loaded) => setWords(() => loaded));
  }, [Words]);
  return Words ? <Words file={file} /> : until;
}

async function loadWords(): Promise<typeof words> {
  try {
    words = (await loadWithTexts(['formats'], () => import('./FormatInWords.tsx'))).FormatInWords;
  } catch {
    // Without a connection the extension stays in place of the name.
  }
  return words;
}
