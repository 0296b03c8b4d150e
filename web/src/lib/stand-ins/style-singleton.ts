import { useEffect } from 'react';

/**
 * Replaces the package react-style-singleton (see vite.config.ts), with which react-remove-scroll keeps the page still
 * behind a dialog. The package writes a style element, which the page's policy refuses; a constructed sheet is allowed,
 * because no text of the page can make one. As in the package, the first mounted component sets the rules and the last
 * one to leave removes them.
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
