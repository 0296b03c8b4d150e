import { storedPictureId } from '@vitrin/shared/rules/texts/rich-text.ts';

/** Matches a picture as the sanitiser writes it: no value holds `<`, `>` or `"`. */
const PICTURE = /<img( [^<>]*)\/>/g;
const SOURCE = / src="([^"]*)"/;
const ALTERNATIVE = / alt="([^"]*)"/;

export function picturesIn(html: string): number[] {
  return Array.from(html.matchAll(PICTURE), ([, attributes = '']) => sourceOf(attributes)).flatMap(
    (source) => storedPictureId(source) ?? [],
  );
}

/** Names stored pictures by `pathOf`, turns foreign ones into links (the page asks no network) and drops the rest. */
export function offlineText(html: string, pathOf: (id: number) => string | undefined): string {
  return html.replaceAll(PICTURE, (picture: string, attributes: string) => {
    const source = sourceOf(attributes);
    if (source.startsWith('data:')) return picture;
    const id = storedPictureId(source);
    const path = id === undefined ? undefined : pathOf(id);
    if (path !== undefined) return `<img${attributes.replace(SOURCE, () => ` src="${path}"`)}/>`;
    const words = ALTERNATIVE.exec(attributes)?.[1] ?? '';
    if (id !== undefined || !/^https?:/i.test(source)) return words;
    return `<a href="${source}" target="_blank" rel="noopener noreferrer nofollow">${words || source}</a>`;
  });
}

function sourceOf(attributes: string): string {
  return SOURCE.exec(attributes)?.[1] ?? '';
}
