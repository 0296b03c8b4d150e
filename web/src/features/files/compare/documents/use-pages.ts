import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { PDFDocumentProxy } from 'pdfjs-dist/legacy/build/pdf.mjs';
import { useEffect } from 'react';
import { drawPage } from '../../viewer/documents/draw-page.ts';
import type { Size } from '../../viewer/zoom/zoom-geometry.ts';
import type { Loaded } from '../pictures/loaded.ts';
import type { Documents } from './use-documents.ts';

/** A4 at 200 dots an inch; an iPhone's canvas ends at four times as many. */
const PAGE_PIXELS = 4_000_000;
/** Pages may be as long as they like, canvases not. */
const LONGEST_SIDE = 8_000;

/** Draws the same page of two documents; the page before stays until it is there. */
export function usePages(documents: Documents | undefined, page: number) {
  const query = useQuery({
    queryKey: ['compared pages', documents?.map(({ fingerprints }) => fingerprints), page],
    queryFn: () => (documents ? drawBoth(documents, page) : null),
    enabled: documents !== undefined,
    placeholderData: keepPreviousData,
    retry: false,
    staleTime: Infinity,
    gcTime: 0,
  });
  const { data } = query;
  useEffect(() => () => data?.sources.forEach((address) => URL.revokeObjectURL(address)), [data]);
  return query;
}

type Drawn = { canvas: HTMLCanvasElement; paper: Size };

async function drawBoth([older, newer]: Documents, page: number): Promise<Loaded> {
  const [one, other] = await Promise.all([draw(older, page), draw(newer, page)]);
  // Beside a page that the other document has not stands an empty one.
  const pages = [one ?? emptyLike(other), other ?? emptyLike(one)] as const;
  const blobs: Loaded['blobs'] = await Promise.all([toBlob(pages[0].canvas), toBlob(pages[1].canvas)]);
  const [paper, otherPaper] = [pages[0].paper, pages[1].paper];
  return {
    blobs,
    sources: [URL.createObjectURL(blobs[0]), URL.createObjectURL(blobs[1])],
    sizes: [sizeOf(pages[0].canvas), sizeOf(pages[1].canvas)],
    isResized:
      Math.round(paper.width) !== Math.round(otherPaper.width) ||
      Math.round(paper.height) !== Math.round(otherPaper.height),
  };
}

async function draw(document: PDFDocumentProxy, page: number): Promise<Drawn | undefined> {
  if (page > document.numPages) return undefined;
  const paper = sizeOf((await document.getPage(page)).getViewport({ scale: 1 }));
  const scale = Math.min(
    Math.sqrt(PAGE_PIXELS / (paper.width * paper.height)),
    LONGEST_SIDE / Math.max(paper.width, paper.height),
  );
  return { canvas: await drawPage(document, page, Math.max(1, paper.width * scale)), paper };
}

function emptyLike(drawn: Drawn | undefined): Drawn {
  if (!drawn) throw new Error('Neither document has this page');
  const canvas = document.createElement('canvas');
  Object.assign(canvas, sizeOf(drawn.canvas));
  const context = canvas.getContext('2d');
  if (!context) throw new Error('No canvas to compare on');
  context.fillStyle = 'white';
  context.fillRect(0, 0, canvas.width, canvas.height);
  return { canvas, paper: drawn.paper };
}

function toBlob(canvas: HTMLCanvasElement): Promise<Blob> {
  return new Promise((resolve, reject) =>
    canvas.toBlob((blob) =>
      blob ? resolve(blob) : reject(new Error('A page could not be kept as a picture')),
    ),
  );
}

function sizeOf({ width, height }: Size): Size {
  return { width, height };
}
