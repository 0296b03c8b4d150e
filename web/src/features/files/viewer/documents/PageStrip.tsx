import { useEffect, useEffectEvent, useRef } from 'react';
import { useTranslation } from '../../../../i18n/use-translation.ts';
import classes from './PageStrip.module.css';
import type { PdfReader } from './open-reader.ts';

type Props = { reader: PdfReader; page: number; pageCount: number };

/** Pages of longer documents are gone to by their number alone. */
const MAX_PAGES = 2000;
const WIDTH = 120;

/** Small pages beside the document, drawn as they come into sight; a click goes to one. */
export function PageStrip({ reader, page, pageCount }: Props) {
  const { t } = useTranslation();
  const strip = useRef<HTMLElement>(null);
  useEffect(() => {
    strip.current?.querySelector(`[data-page="${page}"]`)?.scrollIntoView({ block: 'nearest' });
  }, [page]);
  return (
    <nav ref={strip} className={classes.strip} aria-label={t('documents.pages')}>
      {Array.from({ length: Math.min(pageCount, MAX_PAGES) }, (_, at) => at + 1).map((number) => (
        <button
          key={number}
          type="button"
          className={classes.page}
          data-page={number}
          onClick={() => reader.showPage(number)}
          aria-current={number === page ? 'page' : undefined}
          aria-label={t('documents.toPage', { page: number })}
        >
          <SmallPage reader={reader} number={number} />
          <span aria-hidden>{number}</span>
        </button>
      ))}
    </nav>
  );
}

function SmallPage({ reader, number }: { reader: PdfReader; number: number }) {
  const anchor = useRef<HTMLSpanElement>(null);
  const draw = useEffectEvent(async (element: HTMLSpanElement) => {
    const canvas = await reader.drawPage(number, WIDTH * Math.min(2, globalThis.devicePixelRatio));
    element.replaceChildren(canvas);
  });
  useEffect(() => {
    const element = anchor.current;
    if (!element) return undefined;
    const sight = new IntersectionObserver((entries) => {
      if (!entries.some(({ isIntersecting }) => isIntersecting)) return;
      sight.disconnect();
      // A page that cannot be drawn stays white; the reader itself says what is wrong.
      draw(element).catch((error: unknown) => console.warn('draw small page', error));
    });
    sight.observe(element);
    return () => sight.disconnect();
  }, []);
  return <span ref={anchor} className={classes.paper} />;
}
