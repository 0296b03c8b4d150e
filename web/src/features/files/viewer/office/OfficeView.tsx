import { LoadingMark } from '../../../../components/feedback/LoadingMark.tsx';
import { useTranslation } from '../../../../i18n/use-translation.ts';
import { RichText } from '../../../../components/rich-text/RichText.tsx';
import { Sheet } from '../sheets/Sheet.tsx';
import { useReading } from '../sheets/use-reading.ts';
import type { ViewProps } from '../view-props.ts';
import { askWorker } from './ask-worker.ts';
import { officeFormatOf } from './office-format.ts';
import { OfficeTables } from './OfficeTables.tsx';
import type { OfficeContent } from './office-content.ts';
import sheet from '../sheets/Sheet.module.css';
import classes from './OfficeView.module.css';

/** The words, tables and pictures of an office document, where its pages are not drawn. */
export function OfficeView(props: ViewProps) {
  const { file } = props;
  const { t } = useTranslation();
  const content = useReading('document', props, (address, signal) => {
    const format = officeFormatOf(file);
    if (!format) throw new Error('The document cannot be read here');
    return askWorker(address, format, signal);
  });
  if (!content) return <LoadingMark>{t('files.loading')}</LoadingMark>;
  return (
    <Sheet label={t('viewer.document', { name: file.name })}>
      <p className={sheet.note}>{t('viewer.wordsOnly')}</p>
      <Content content={content} />
    </Sheet>
  );
}

function Content({ content }: { content: OfficeContent }) {
  const { t } = useTranslation();
  if (content.kind === 'sheets') return <OfficeTables sheets={content.sheets} />;
  if (content.kind === 'words')
    return content.html === '' ? (
      <p className={sheet.note}>{t('viewer.emptyText')}</p>
    ) : (
      <div className={classes.words} dir="auto">
        <RichText html={content.html} />
      </div>
    );
  return content.slides.map((paragraphs, index) => (
    <section key={index} className={classes.slide} data-place data-page-number={index + 1}>
      <h3>{t('viewer.slide', { number: index + 1 })}</h3>
      {paragraphs.map((paragraph, at) => (
        <p key={at} dir="auto">
          {paragraph}
        </p>
      ))}
    </section>
  ));
}
