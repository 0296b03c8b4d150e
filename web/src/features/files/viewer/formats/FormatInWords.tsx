import type { ProjectFile } from '@vitrin/shared/contract/files.ts';
import { useTranslation } from '../../../../i18n/use-translation.ts';
import { formatOf } from './format-of.ts';

/** The format of a file, as people call it: "Sketch document". */
export function FormatInWords({ file }: { file: ProjectFile }) {
  const { t } = useTranslation();
  const { word, name } = formatOf(file);
  return t(`formats.${word}`, { name });
}
