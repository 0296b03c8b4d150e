import { useEffect } from 'react';

/**
 * Replaces react-style-singleton (vite.config.ts), with which react-remove-scroll keeps the page still behind a dialog:
 * the page's policy refuses its style element, but allows a constructed sheet. The first component sets the rules, the
 * last one to leave removes them.
 */
export function styleSingleton() {
  let users = 0;
  let sheet: CSSStyleSheet | undefined;
  return function Style({ styles }: { styles: string }) {
    useEffect(() => {
      if (users === 0) sheet = adopt(styles);
      users += 1;
      return () => {
        users -= 1;
        if (users === 0) dismiss(sheet);
      };
    }, [styles]);
    return null;
  };
}

function adopt(styles: string): CSSStyleSheet {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(styles);
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
  return sheet;
}

function dismiss(sheet: CSSStyleSheet | undefined): void {
  document.adoptedStyleSheets = document.adoptedStyleSheets.filter((each) => each !== sheet);
}
