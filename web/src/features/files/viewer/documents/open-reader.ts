import type { PDFDocumentProxy } from 'pdfjs-dist/legacy/build/pdf.mjs';
import { isDynamicForm } from './dynamic-form.ts';
import { drawPage } from './draw-page.ts';
import { AnnotationMode, PasswordResponses, PermissionFlag, loadViewerParts, readPdf } from './pdf-engine.ts';
import { pinchPages } from './pinch-pages.ts';
import { type Printing, printPages } from './print-pages.ts';

/** Pixels of a page's canvas; phones give up tabs that hold more. */
const MAX_CANVAS_PIXELS = 8_000_000;

/** From this width in pixels on a whole page is shown at first; narrower screens show its width. */
const WIDE_READER = 768;

export type ReaderState = {
  page: number;
  pageCount: number;
  /** Enlargement; 1 is the size on paper. */
  scale: number;
  /** Which match of how many the page stands at; undefined while nothing is searched. */
  matches: { current: number; total: number } | undefined;
  /** False where the document's owner refuses it. */
  canPrint: boolean;
};

export type PdfReader = {
  showPage(page: number): void;
  zoom(direction: 1 | -1): void;
  /** Fits the width of a page, or a whole page where its width is fitted already. */
  fit(): void;
  /** Draws a page `width` pixels wide; rejects once the reader is closed. */
  drawPage(page: number, width: number): Promise<HTMLCanvasElement>;
  /** Rejects when a page cannot be drawn. */
  print(printing: Printing): Promise<void>;
  /** Marks all places of a text and goes to the next one. */
  find(text: string, direction: 1 | -1): void;
  close(): void;
};

type Options = {
  url: string;
  /** Scrolls; holds an element for the pages. */
  container: HTMLDivElement;
  /** The page to begin with; one that the document has not is the first. */
  startPage: Promise<number | undefined>;
  onChange: (change: Partial<ReaderState>) => void;
  /** The first page is there. */
  onReady: () => void;
  /** The document wants a password; `isWrong` after one that did not open it. */
  onPassword: (answer: (password: string) => void, isWrong: boolean) => void;
  /** The document is a form that only Adobe's program shows. */
  onForm: () => void;
  onFailure: () => void;
};

/** Shows a document's pages below each other in `container`; they are drawn as they come into sight. */
export function openReader({
  url,
  container,
  startPage,
  onChange,
  onReady,
  onPassword,
  onForm,
  onFailure,
}: Options): PdfReader {
  const opening = new AbortController();
  const task = readPdf(url);
  let reader: Omit<PdfReader, 'close' | 'drawPage' | 'print'> | undefined;
  task.onPassword = (answer: (password: string) => void, reason: number) =>
    onPassword(answer, reason === PasswordResponses.INCORRECT_PASSWORD);
  const fail = (error: unknown) => {
    if (opening.signal.aborted) return;
    console.error('open document', error);
    onFailure();
  };
  const show = async () => {
    const [document, parts] = await Promise.all([task.promise, loadViewerParts()]);
    if (opening.signal.aborted) return;
    // The viewer would wait for ever for the first page of a document without pages, or with pages that lead nowhere.
    const [permissions, isForm, start = 1] = await Promise.all([
      document.getPermissions(),
      isDynamicForm(document),
      startPage,
      document.getPage(1),
    ]);
    if (isForm && !opening.signal.aborted) return onForm();
    onChange({ canPrint: permissions === null || permissions.has(PermissionFlag.PRINT) });
    if (!opening.signal.aborted)
      reader = showPages({
        document,
        parts,
        container,
        start: start <= document.numPages ? start : 1,
        onChange,
        onReady,
        signal: opening.signal,
      });
  };
  show().catch(fail);
  return {
    showPage: (page) => reader?.showPage(page),
    zoom: (direction) => reader?.zoom(direction),
    fit: () => reader?.fit(),
    find: (text, direction) => reader?.find(text, direction),
    drawPage: async (page, width) => drawPage(await task.promise, page, width),
    print: async (printing) => printPages(await task.promise, printing),
    close() {
      opening.abort();
      void task.destroy();
    },
  };
}

type Showing = Pick<Options, 'container' | 'onChange' | 'onReady'> & {
  document: PDFDocumentProxy;
  parts: Awaited<ReturnType<typeof loadViewerParts>>;
  /** The page to begin with. */
  start: number;
  signal: AbortSignal;
};

function showPages({ document, parts, container, start, onChange, onReady, signal }: Showing) {
  const { EventBus, FindState, LinkTarget, PDFFindController, PDFLinkService, PDFViewer } = parts;
  const eventBus = new EventBus();
  const linkService = new PDFLinkService({
    eventBus,
    externalLinkTarget: LinkTarget.BLANK,
    externalLinkRel: 'noopener noreferrer nofollow',
  });
  const findController = new PDFFindController({ eventBus, linkService });
  const viewer = new PDFViewer({
    container,
    eventBus,
    linkService,
    findController,
    annotationMode: AnnotationMode.ENABLE,
    maxCanvasPixels: MAX_CANVAS_PIXELS,
    removePageBorders: true,
  });
  linkService.setViewer(viewer);
  pinchPages(container, viewer, signal);
  eventBus.on('pagesinit', () => {
    // Before the scale, by which the first pages are drawn.
    viewer.currentPageNumber = start;
    viewer.currentScaleValue = container.clientWidth < WIDE_READER ? 'page-width' : 'page-fit';
    onChange({ page: start, pageCount: document.numPages, scale: viewer.currentScale });
  });
  eventBus.on('pagerendered', ({ pageNumber }: { pageNumber: number }) => {
    if (pageNumber === viewer.currentPageNumber) onReady();
  });
  eventBus.on('pagechanging', ({ pageNumber }: { pageNumber: number }) => onChange({ page: pageNumber }));
  eventBus.on('scalechanging', ({ scale }: { scale: number }) => onChange({ scale }));
  type Found = { matchesCount: { current: number; total: number }; state?: number };
  const reportMatches = ({ matchesCount, state }: Found) => {
    if (state !== FindState.PENDING) onChange({ matches: matchesCount });
  };
  eventBus.on('updatefindmatchescount', reportMatches);
  eventBus.on('updatefindcontrolstate', reportMatches);
  viewer.setDocument(document);
  linkService.setDocument(document, null);
  let found = '';
  const resize = new ResizeObserver(() => {
    const { currentScaleValue } = viewer;
    if (currentScaleValue.startsWith('page-')) viewer.currentScaleValue = currentScaleValue;
    viewer.update();
  });
  resize.observe(container);
  signal.addEventListener('abort', () => {
    resize.disconnect();
    viewer.setDocument(null);
  });
  return {
    showPage: (page: number) => void (viewer.currentPageNumber = page),
    zoom: (direction: 1 | -1) => (direction === 1 ? viewer.increaseScale() : viewer.decreaseScale()),
    fit: () =>
      void (viewer.currentScaleValue = viewer.currentScaleValue === 'page-width' ? 'page-fit' : 'page-width'),
    find(text: string, direction: 1 | -1) {
      eventBus.dispatch('find', {
        source: container,
        type: text === found ? 'again' : '',
        query: text,
        highlightAll: true,
        caseSensitive: false,
        entireWord: false,
        findPrevious: direction === -1,
        matchDiacritics: false,
      });
      found = text;
      if (text === '') onChange({ matches: undefined });
    },
  };
}
