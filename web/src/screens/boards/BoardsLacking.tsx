import { PlanLacks } from '../../features/plans/PlanLacks.tsx';
import { useTranslation } from '../../i18n/use-translation.ts';

/** Says which plans have boards. */
export function BoardsLacking() {
  const { t } = useTranslation();
  return <PlanLacks needed={{ analytics: 'custom' }} title={t('boards.lacking')} />;
}
