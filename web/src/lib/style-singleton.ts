import { useEffect } from 'react';

/**
 * Stands in for the package react-style-singleton, which react-remove-scroll uses to keep the page still behind a dialog
 * (vite.config.ts puts it there). The package writes its rules into a style element, which the page's policy refuses;
 * a constructed sheet is made by the script, and no text of the page can become one. As there, the first who is
 * mounted decides the rules and the last who goes takes them along.
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
