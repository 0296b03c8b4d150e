import { use, useMemo } from 'react';
import classes from './RichText.module.css';

let sanitizer: ReturnType<typeof importSanitizer> | undefined;
const importSanitizer = () => import('./sanitize-html.ts');

/** The code that cleans rich text: 12 kB that only those load who have some to read. */
export function loadSanitizer() {
  sanitizer ??= importSanitizer();
  return sanitizer;
}

type Props = { html: string; size?: 'sm' | 'md'; className?: string };

/** The one place where HTML from people is shown. Nothing at all for an empty text. */
export function RichText(props: Props) {
  return props.html === '' ? null : <CleanText {...props} />;
}

/** Waits for the code that cleans, behind the nearest `Suspense`. */
function CleanText({ html, size = 'md', className }: Props) {
  const { sanitizeHtml } = use(loadSanitizer());
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
