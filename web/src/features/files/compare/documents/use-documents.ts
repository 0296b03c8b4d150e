import type { PDFDocumentProxy } from 'pdfjs-dist/legacy/build/pdf.mjs';
import { useEffect, useEffectEvent, useState } from 'react';
import { useLocation } from 'react-router';
import { readPdf } from '../../viewer/documents/pdf-engine.ts';
import { loadPlace } from '../../viewer/places/load-place.ts';

/** Two documents that are read by ranges. */
export type Documents = readonly [older: PDFDocumentProxy, newer: PDFDocumentProxy];

type Opening = {
  documents?: Documents;
  /** Named by the address; undefined for none. */
  startPage?: number | undefined;
  error?: unknown;
};

/** Opens two pdfs by their addresses, and closes them with the screen. */
export function useDocuments(older: string, newer: string): Opening {
  const [opening, setOpening] = useState<Opening>({});
  const { search } = useLocation();
  const findPlace = useEffectEvent(() => loadPlace(search));
  useEffect(() => {
    let isWanted = true;
    const tasks = [readPdf(older), readPdf(newer)] as const;
    const open = async () => {
      const [place, ...documents] = await Promise.all([findPlace(), tasks[0].promise, tasks[1].promise]);
      if (isWanted) setOpening({ documents, startPage: place.page });
    };
    open().catch((error: unknown) => isWanted && setOpening({ error }));
    return () => {
      isWanted = false;
      for (const task of tasks) void task.destroy();
    };
  }, [older, newer]);
  return opening;
}
