import { useMemo } from 'react';
import classes from './RichText.module.css';
import { sanitizeHtml } from './sanitize-html.ts';

type Props = { html: string; size?: 'sm' | 'md'; className?: string };

/** The one place where HTML from people is shown. Nothing at all for an empty text. */
export function RichText({ html, size = 'md', className }: Props) {
  const clean = useMemo(() => sanitizeHtml(html), [html]);
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
