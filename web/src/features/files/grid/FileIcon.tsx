import {
  IconFile,
  IconFileMusic,
  IconFileTypePdf,
  IconMovie,
  IconPhoto,
  type TablerIcon,
} from '@tabler/icons-react';
import type { FileKind } from '@vitrin/shared/contract/files.ts';

const ICONS: Partial<Record<FileKind, TablerIcon>> = {
  image: IconPhoto,
  video: IconMovie,
  audio: IconFileMusic,
  pdf: IconFileTypePdf,
};

/** The type icon of a card without a picture (specification 2.9). `size` in pixels. */
export function FileIcon({ kind, size }: { kind: FileKind; size: number }) {
  const Icon = ICONS[kind] ?? IconFile;
  return <Icon size={size} stroke={1.25} aria-hidden data-kind={kind} />;
}
