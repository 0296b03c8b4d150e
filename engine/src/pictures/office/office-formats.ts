export type OfficeFormat = {
  /** Extension of the document in the sandbox, whatever its own name is. */
  extension: string;
  /** LibreOffice's filter, so that no file is read as another type. */
  reader: string;
  writer: 'writer_pdf_Export' | 'calc_pdf_Export' | 'impress_pdf_Export';
};

const TEXT = 'writer_pdf_Export';
const TABLE = 'calc_pdf_Export';
const SLIDES = 'impress_pdf_Export';

const FORMATS: Record<string, OfficeFormat> = {
  docx: { extension: 'docx', reader: 'MS Word 2007 XML', writer: TEXT },
  xlsx: { extension: 'xlsx', reader: 'Calc MS Excel 2007 XML', writer: TABLE },
  pptx: { extension: 'pptx', reader: 'Impress MS PowerPoint 2007 XML', writer: SLIDES },
  odt: { extension: 'odt', reader: 'writer8', writer: TEXT },
  ods: { extension: 'ods', reader: 'calc8', writer: TABLE },
  odp: { extension: 'odp', reader: 'impress8', writer: SLIDES },
  rtf: { extension: 'rtf', reader: 'Rich Text Format', writer: TEXT },
  doc: { extension: 'doc', reader: 'MS Word 97', writer: TEXT },
  xls: { extension: 'xls', reader: 'MS Excel 97', writer: TABLE },
  ppt: { extension: 'ppt', reader: 'MS PowerPoint 97', writer: SLIDES },
};

const MICROSOFT = 'application/vnd.openxmlformats-officedocument';
const OPEN = 'application/vnd.oasis.opendocument';

const TYPES: Record<string, string> = {
  [`${MICROSOFT}.wordprocessingml.document`]: 'docx',
  [`${MICROSOFT}.wordprocessingml.template`]: 'docx',
  [`${MICROSOFT}.spreadsheetml.sheet`]: 'xlsx',
  [`${MICROSOFT}.spreadsheetml.template`]: 'xlsx',
  [`${MICROSOFT}.presentationml.presentation`]: 'pptx',
  [`${MICROSOFT}.presentationml.slideshow`]: 'pptx',
  [`${MICROSOFT}.presentationml.template`]: 'pptx',
  'application/vnd.ms-word.document.macroenabled.12': 'docx',
  'application/vnd.ms-excel.sheet.macroenabled.12': 'xlsx',
  'application/vnd.ms-powerpoint.presentation.macroenabled.12': 'pptx',
  [`${OPEN}.text`]: 'odt',
  [`${OPEN}.spreadsheet`]: 'ods',
  [`${OPEN}.presentation`]: 'odp',
  'application/rtf': 'rtf',
};

const NAMED: Record<string, readonly string[]> = {
  'application/x-cfb': ['doc', 'xls', 'ppt'],
  'application/zip': ['docx', 'xlsx', 'pptx', 'odt', 'ods', 'odp'],
};

const MAX_EXTENSION = 5;

/** Format of an office document; undefined for every other file. */
export function officeFormatOf(mediaType: string, name: string): OfficeFormat | undefined {
  const type = Object.hasOwn(TYPES, mediaType) ? TYPES[mediaType] : undefined;
  const format = type ?? (Object.hasOwn(NAMED, mediaType) ? named(mediaType, name) : undefined);
  return format === undefined ? undefined : FORMATS[format];
}

function named(mediaType: string, name: string): string | undefined {
  const extension = /\.([a-z]{3,4})$/i.exec(name.slice(-MAX_EXTENSION))?.[1]?.toLowerCase();
  return NAMED[mediaType]?.find((each) => each === extension);
}

export const OFFICE_TYPES: readonly string[] = [...Object.keys(TYPES), ...Object.keys(NAMED)];
