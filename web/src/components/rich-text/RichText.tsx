import { use, useMemo, useState } from 'react';
import classes from './RichText.module.css';
import { loadCode } from '../../lib/code/load-code.ts';

const importSanitizer = () => loadCode(() => import('./sanitize-html.ts'));
let sanitizer: Awaited<ReturnType<typeof importSanitizer>> | undefined;
let loading: ReturnType<typeof importSanitizer> | undefined;

/** The code that cleans rich text: 12 kB that come with the first text, or before it where one may follow. */
export function loadSanitizer() {
  loading ??= importSanitizer().then((code) => (sanitizer = code));
  return loading;
}

type Props = { html: string; size?: 'sm' | 'md'; className?: string };

/** The one place where HTML from people is shown. Nothing at all for an empty text. */
export function RichText(props: Props) {
  return props.html === '' ? null : <CleanText {...props} />;
}

/**
 * Waits for the code that cleans, behind the nearest `Suspense`; code that has come is not waited for at all. Which of
 * the two is settled where a text first shows: its HTML is not put there twice.
 */
function CleanText(props: Props) {
  // `use` would show the fallback for a promise it has not seen before, kept or not, in place of the whole page.
  const [code] = useState(() => sanitizer);
  return code ? <Cleaned {...props} sanitizeHtml={code.sanitizeHtml} /> : <AwaitedText {...props} />;
}

/** Calls `use` each time: left out once the code is there, React renders the whole page anew with an error. */
function AwaitedText(props: Props) {
  const { sanitizeHtml } = use(loadSanitizer());
  return <Cleaned {...props} sanitizeHtml={sanitizeHtml} />;
}

type CleanedProps = Props & { sanitizeHtml: (html: string) => string };

function Cleaned({ html, size = 'md', className, sanitizeHtml }: CleanedProps) {
  const clean = useMemo(() => sanitizeHtml(html), [html, sanitizeHtml]);
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
