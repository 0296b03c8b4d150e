import { useEffect } from 'react';

/** "Summer campaign · Vitrin"; an empty title leaves the product's name alone. */
export function useDocumentTitle(title: string | undefined): void {
  useEffect(() => {
    document.title = title ? `${title} · Vitrin` : 'Vitrin';
  }, [title]);
}
