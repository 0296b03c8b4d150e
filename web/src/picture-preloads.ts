import type { RenderedPage } from '@vitrin/shared/rules/rendered-pages.ts';

/** Some servers in front of ours take no longer header. */
const MOST_CHARACTERS = 2000;

/** The link by which React names a picture that is to be loaded early, at the head of what it renders. */
const PRELOAD =
  /<link rel="preload" as="image" imageSrcSet="([^"]*)" imageSizes="([^"]*)"(?: fetchPriority="(\w+)")?\/>/g;

/** Characters allowed in the header; addresses of pictures contain no file names. */
const PLAIN = /^[\w /?=&;.,:()%+-]+$/;

/** Moves the preloads of the first pictures into a header, which browsers read first, as far as they fit. */
export function withPreloadsApart(rendered: string): RenderedPage {
  const preloads: string[] = [];
  let length = 0;
  const html = rendered.replaceAll(PRELOAD, (link, srcSet: string, sizes: string, priority?: string) => {
    const sources = srcSet.replaceAll('&amp;', '&');
    if (!PLAIN.test(sources) || !PLAIN.test(sizes)) return link;
    const preload =
      `<${sources.split(' ')[0]}>; rel=preload; as=image; imagesrcset="${sources}"; imagesizes="${sizes}"` +
      (priority === 'high' ? '; fetchpriority=high' : '');
    if (length + preload.length + 2 > MOST_CHARACTERS) return link;
    length += preload.length + 2;
    preloads.push(preload);
    return '';
  });
  return { html, preloads: preloads.join(', ') };
}
