type AcceptedUse = {
  /** Names as the check prints them, separated by spaces; `_` stands for a space within a name. */
  features: string;
  /** Beginnings of the names of built files; all files if it is missing. */
  files?: readonly string[];
  /** Why a browser without it gets along. */
  reason: string;
};

const PDF_JS = ['reader', 'pdf_viewer', 'pdf.worker', 'PdfView'];

/** Uses of features that not all supported browsers have, and why these browsers get along without. */
export const ACCEPTED_USES: readonly AcceptedUse[] = [
  {
    features:
      '.fromBase64() .getOrInsert() .getOrInsertComputed() .setFromBase64() ' +
      '.setFromHex() .take() .toArray() .toBase64() .toHex() .transferToFixedLength() .try() .with() ' +
      'Float16Array JSON.isRawJSON JSON.rawJSON Math.sumPrecise Promise.try RegExp.escape ' +
      'URL.parse Uint8Array.fromBase64',
    files: PDF_JS,
    reason: "PDF.js's legacy build has its own fill of them, by core-js",
  },
  {
    features: 'ImageDecoder VideoFrame Sanitizer .grow() .resize()',
    files: PDF_JS,
    reason: 'PDF.js asks first whether it is there',
  },
  {
    features: 'Intl.Segmenter .segment() .containing()',
    files: PDF_JS,
    reason: 'Used by the search for entire words alone, which the reader does not have',
  },
  {
    features: 'float:_inline-start',
    files: PDF_JS,
    reason: 'Forms and editors of PDF.js, which the reader does not have',
  },
  {
    features: 'Uint8Array.fromBase64 ClipboardItem Error.captureStackTrace',
    files: ['browser', 'workbench', 'forms', 'office-worker', 'send-by-tus'],
    reason: 'Asked for before it is used',
  },
  { features: 'Iterator.from', files: ['BarChart'], reason: 'In a branch for arguments that are iterators' },
  {
    features: '.use() .toArray()',
    files: ['main', 'react-dom', 'workbench', 'page'],
    reason: "Methods of React and of the editor's library, none of a stack or an iterator",
  },
  {
    features: '.take() .toArray() .try() .isError()',
    files: ['ArchiveView', 'office-worker', 'page'],
    reason:
      'Methods of the readers of archives and of the libraries that read documents, none of the browser',
  },
  {
    features: '.grow()',
    files: ['seven-zip-worker'],
    reason: 'Of a memory of WebAssembly, which is as old as WebAssembly',
  },
  { features: 'rect()', reason: 'As in clip, which is as old as style sheets' },
  { features: 'rx', reason: 'Rounded corners of bars in charts' },
  {
    features: ':has',
    reason:
      "Firefox before 121: margins beside bars and widths are plainer, a guest's page under a freelancer's face keeps " +
      "the product's mark; the focus is shown at the link itself",
  },
  {
    features: 'color-mix()',
    reason: 'Chrome before 111: plain colours stand before each, and in place of those of the theme',
  },
  {
    features:
      'text-wrap text-box-edge text-box-trim scrollbar-width text-size-adjust forced-color-adjust content-visibility ' +
      'contain-intrinsic-size contain-intrinsic-block-size @page break-after:_avoid',
    reason:
      'Lines broken less well, other scroll bars and margins, more work for the browser: nothing is missing',
  },
];
