import type { PDFDocumentProxy } from 'pdfjs-dist/legacy/build/pdf.mjs';
import { useEffect, useState } from 'react';
import { readPdf } from '../../viewer/documents/pdf-engine.ts';

/** Two documents that are read by ranges. */
export type Documents = readonly [older: PDFDocumentProxy, newer: PDFDocumentProxy];

type Opening = { documents?: Documents; error?: unknown };

/** Opens two pdfs by their addresses, and closes them with the screen. */
export function useDocuments(older: string, newer: string): Opening {
  const [opening, setOpening] = useState<Opening>({});
  useEffect(() => {
    let isWanted = true;
    const tasks = [readPdf(older), readPdf(newer)] as const;
    const open = async () => {
      const documents: Documents = await Promise.all([tasks[0].promise, tasks[1].promise]);
      if (isWanted) setOpening({ documents });
    };
    open().catch((error: unknown) => isWanted && setOpening({ error }));
    return () => {
      isWanted = false;
      for (const task of tasks) void task.destroy();
    };
  }, [older, newer]);
  return opening;
}
