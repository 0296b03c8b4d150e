import { useState } from 'react';
import { useTranslation } from '../../../../i18n/use-translation.ts';
import classes from './PdfView.module.css';

type Props = { page: number; pageCount: number; onPage: (page: number) => void };

/** Keeps a typed page until it is entered; an invalid one is dropped. Use the page as its `key`. */
export function PageField({ page, pageCount, onPage }: Props) {
  const { t } = useTranslation();
  const [typed, setTyped] = useState(String(page));
  const go = () => {
    const wanted = Number(typed);
    if (Number.isInteger(wanted) && wanted >= 1 && wanted <= pageCount) onPage(wanted);
    else setTyped(String(page));
  };
  return (
    <input
      className={classes.page}
      value={typed}
      onChange={({ currentTarget }) => setTyped(currentTarget.value)}
      onBlur={go}
      onKeyDown={(event) => event.key === 'Enter' && go()}
      onFocus={({ currentTarget }) => currentTarget.select()}
      inputMode="numeric"
      maxLength={7}
      aria-label={t('documents.page')}
    />
  );
}
