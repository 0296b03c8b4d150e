import { Suspense, use, useMemo, useState } from 'react';
import classes from './RichText.module.css';
import { loadCode } from '../../lib/code/load-code.ts';

const importSanitizer = () => loadCode(() => import('./sanitize-html.ts'));
let sanitizer: Pick<Awaited<ReturnType<typeof importSanitizer>>, 'sanitizeHtml'> | undefined;
let loading: ReturnType<typeof importSanitizer> | undefined;

/** Loads the sanitiser: 12 kB that come with the first text, or before it where one may follow. */
export function loadSanitizer() {
  loading ??= importSanitizer().then((code) => (sanitizer = code));
  return loading;
}

/** For pages that the server renders: it sanitises texts itself, and has no document to do it in. */
export function trustTexts(): void {
  sanitizer = { sanitizeHtml: (html) => html };
}

type Props = { html: string; size?: 'sm' | 'md'; className?: string };

/**
 * The one place where HTML from users is rendered. Nothing for an empty text. The page around it does not wait for the
 * sanitiser: until that is loaded, a rendered page keeps the server's text and answers beside it.
 */
export function RichText(props: Props) {
  if (props.html === '') return null;
  return (
    <Suspense fallback={null}>
      <CleanText {...props} />
    </Suspense>
  );
}

/** Suspends until the sanitiser is loaded. A text keeps its first way of rendering, so that HTML is inserted once. */
function CleanText(props: Props) {
  // `use` would show the fallback for a promise that it sees for the first time, even a resolved one.
  const [code] = useState(() => sanitizer);
  return code ? <Cleaned {...props} sanitizeHtml={code.sanitizeHtml} /> : <AwaitedText {...props} />;
}

/** Calls `use` at every render: React would render the page anew with an error if a later render left it out. */
function AwaitedText(props: Props) {
  const { sanitizeHtml } = use(loadSanitizer());
  return <Cleaned {...props} sanitizeHtml={sanitizeHtml} />;
}

type CleanedProps = Props & { sanitizeHtml: (html: string) => string };

function Cleaned({ html, size = 'md', className, sanitizeHtml }: CleanedProps) {
  const clean = useMemo(() => withScrollingTables(sanitizeHtml(html)), [html, sanitizeHtml]);
  if (clean === '') return null;
  return (
    <div
      className={className ? `${classes.text} ${className}` : classes.text}
      data-size={size}
      // oxlint-disable-next-line react/no-danger -- sanitised above; the one component that does this
      dangerouslySetInnerHTML={{ __html: clean }}
    />
  );
}

/** Lets a table that is wider than its text scroll by itself, by keyboard too. Sanitised tables have no attributes. */
function withScrollingTables(clean: string): string {
  return clean
    .replaceAll('<table>', `<div class="${classes.table}" tabindex="0"><table>`)
    .replaceAll('</table>', '</table></div>');
}
