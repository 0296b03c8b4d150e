import type { Cover } from '@vitrin/shared/contract/files.ts';
import { pictureSources } from '@vitrin/shared/rules/picture-sources.ts';
import { type ReactNode, useCallback, useState } from 'react';

type Props = {
  file: Omit<Cover, 'id' | 'name' | 'file_type' | 'is_video'>;
  /** How wide the picture is shown, as in the attribute `sizes`; the browser chooses the thumbnail by it. */
  sizes: string;
  /** Text alternative of the picture; left out where a name stands beside it. */
  alt?: string;
  className?: string | undefined;
  /** `lazy` for pictures below the first screen. */
  loading?: 'eager' | 'lazy';
  fetchPriority?: 'high' | 'low' | 'auto';
  /** Content while there is no picture, or where it fails to load. */
  fallback?: ReactNode;
  /** Marks on the picture, which are not shown without it. */
  children?: ReactNode;
};

/** About a third, so that the ground of a black or white picture does not glare while it loads. */
const GROUND_ALPHA = '59';

/** Picture of a file, with its space reserved by ratio and tinted until it is loaded. */
export function FilePicture({
  file,
  sizes,
  alt = '',
  className,
  loading = 'lazy',
  fetchPriority = 'auto',
  fallback,
  children,
}: Props) {
  const [failed, setFailed] = useState<string | null>(null);
  const sources = pictureSources(file);
  const address = sources?.src ?? '';
  // A picture of a rendered page may be there, or have failed, before React listens.
  const check = useCallback(
    (image: HTMLImageElement | null) => {
      if (image?.complete !== true || image.currentSrc === '') return;
      if (image.naturalWidth > 0) uncover(image);
      else setFailed(address);
    },
    [address],
  );
  if (!sources || failed === address) return fallback;
  return (
    <>
      <img
        ref={check}
        className={className}
        // Sources come after `sizes`, or a browser would start to load them without it.
        sizes={sizes}
        srcSet={sources.srcSet}
        src={sources.src}
        alt={alt}
        width={file.width ?? undefined}
        height={file.height ?? undefined}
        loading={loading}
        fetchPriority={fetchPriority}
        decoding="async"
        style={file.tint === null ? undefined : { backgroundColor: file.tint + GROUND_ALPHA }}
        onLoad={({ currentTarget }) => uncover(currentTarget)}
        onError={() => setFailed(address)}
      />
      {children}
    </>
  );
}

/** Removes the background of a loaded transparent picture by the element alone: rendering hundreds would stutter. */
function uncover(image: HTMLImageElement): void {
  image.style.backgroundColor = '';
}
