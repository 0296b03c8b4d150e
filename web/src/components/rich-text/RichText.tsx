import { useEffect, useLayoutEffect, useMemo, useRef, useSyncExternalStore } from 'react';
import classes from './RichText.module.css';
import { loadCode } from '../../lib/code/load-code.ts';

const importSanitizer = () => loadCode(() => import('./sanitize-html.ts'));
type Sanitizer = Pick<Awaited<ReturnType<typeof importSanitizer>>, 'sanitizeHtml'>;
let sanitizer: Sanitizer | undefined;
let loading: Promise<Sanitizer> | undefined;
let isServer = false;
const followers = new Set<() => void>();

/** Loads the sanitiser: 12 kB that come with the first text, or before it where one may follow. */
export function loadSanitizer(): Promise<Sanitizer> {
  loading ??= importSanitizer().then((code) => {
    sanitizer = code;
    for (const follower of followers) follower();
    return code;
  });
  return loading;
}

/** For pages that the server renders: it sanitises texts itself, and has no document to do it in. */
export function trustTexts(): void {
  isServer = true;
  sanitizer = { sanitizeHtml: (html) => html };
}

type Props = { html: string; size?: 'sm' | 'md'; className?: string };

/**
 * The one place where HTML from users is rendered. Nothing for an empty text. The page around it does not wait for the
 * sanitiser: until that is loaded, a rendered page keeps the server's text, and another page has none.
 */
export function RichText({ html, size = 'md', className }: Props) {
  const code = useSyncExternalStore(followSanitizer, currentSanitizer, currentSanitizer);
  const clean = useMemo(() => code && withScrollingTables(code.sanitizeHtml(html)), [html, code]);
  const element = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (html !== '') void loadSanitizer();
  }, [html]);
  // React would insert the same text again, and load its pictures anew.
  useLayoutEffect(() => {
    if (element.current && clean !== undefined && element.current.innerHTML !== clean)
      element.current.innerHTML = clean;
  }, [clean]);
  if (html === '' || clean === '') return null;
  return (
    <div
      ref={element}
      className={className ? `${classes.text} ${className}` : classes.text}
      data-size={size}
      // Only the server's page gets its text in this way; here it stays as the page has brought it.
      // oxlint-disable-next-line react/no-danger -- sanitised above; the one component that does this
      dangerouslySetInnerHTML={{ __html: isServer ? (clean ?? '') : '' }}
      suppressHydrationWarning
    />
  );
}

function followSanitizer(onLoad: () => void): () => void {
  followers.add(onLoad);
  return () => followers.delete(onLoad);
}

const currentSanitizer = (): Sanitizer | undefined => sanitizer;

/** Lets a table that is wider than its text scroll by itself, by keyboard too. Sanitised tables have no attributes. */
function withScrollingTables(clean: string): string {
  return clean
    .replaceAll('<table>', `<div class="${classes.table}" tabindex="0"><table>`)
    .replaceAll('</table>', '</table></div>');
}
