import { DueDay } from '../../components/DueDay.tsx';
import { useTranslation } from '../../i18n/use-translation.ts';

type Props = { day: string | null; className: string | undefined; isQuiet: boolean };

/** The day on which a project's next version is promised; nothing where none is. */
export function ExpectedDay({ day, className, isQuiet }: Props) {
  const { t } = useTranslation();
  if (!day) return null;
  return (
    <p className={className}>
      {t('project.nextVersion')}
      <DueDay day={day} isQuiet={isQuiet} />
    </p>
  );
}
