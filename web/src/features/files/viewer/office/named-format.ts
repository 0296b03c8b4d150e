import type { ProjectFile } from '@vitrin/shared/contract/files.ts';

const NAME = /\.(doc|xls|ppt)$/i;
/** With its dot. */
const MAX_EXTENSION = 4;

/** A format of documents of before 2007, of which only LibreOffice makes pages (decision 0212). */
export type NamedFormat = 'doc' | 'xls' | 'ppt' | 'rtf';

/** The format of a document that is named instead of shown; in the container of three of them, the file's name says which. */
export function namedFormatOf({
  file_type,
  name,
}: Pick<ProjectFile, 'file_type' | 'name'>): NamedFormat | undefined {
  if (file_type === 'application/rtf') return 'rtf';
  if (file_type !== 'application/x-cfb') return undefined;
  return NAME.exec(name.slice(-MAX_EXTENSION))?.[1]?.toLowerCase() as NamedFormat | undefined;
}
