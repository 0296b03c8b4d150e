import type { Analytics } from '@vitrin/shared/contract/figures/analytics.ts';
import { GIB } from '@vitrin/shared/rules/storage/storage.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { Link } from 'react-router';
import { useFormat } from '../../components/use-format.ts';
import { ChartCard } from '../../features/analytics/ChartCard.tsx';
import { BarsChart } from '../../features/analytics/lazy-charts.ts';
import { paths } from '../../paths.ts';

/** Used storage by project, and when the limit is reached at the pace of the last 30 days. */
export function StorageCard({ storage }: { storage: Analytics['storage'] }) {
  const { t } = useTranslation();
  const format = useFormat();
  const { by_project: projects, other_bytes: others } = storage;
  const usedOf = t('dashboard.storage.usedOf', {
    used: format.storageUsed(storage.used_bytes / GIB),
    limit: format.storageLimit(storage.limit_bytes / GIB),
  });
  const forecast =
    storage.limit_reached_on === null
      ? t(storage.recent_bytes === 0 ? 'analytics.noUploads' : 'analytics.limitFarAway')
      : t('analytics.limitReachedOn', { date: format.day(storage.limit_reached_on) });
  const rest = others > 0 ? [{ label: t('analytics.otherProjects'), value: others, color: 'gray.5' }] : [];
  return (
    <ChartCard
      title={t('analytics.storage')}
      lead={`${usedOf}. ${forecast}`}
      head={[t('project.title'), t('files.list'), t('dashboard.storage.title')]}
      rows={[
        ...projects.map(({ id, name, files, bytes }) => ({
          key: id,
          cells: [
            <Link key={id} dir="auto" to={paths.project(id)}>
              {name}
            </Link>,
            format.number(files),
            format.bytes(bytes),
          ],
        })),
        ...rest.map(({ label, value }) => ({ key: label, cells: [label, '', format.bytes(value)] })),
      ]}
    >
      <BarsChart
        bars={[
          ...projects.map(({ name, bytes }) => ({ label: name, value: bytes, color: 'petrol.5' })),
          ...rest,
        ]}
        valueLabel={t('dashboard.storage.title')}
        format={format.bytes}
        step={1024}
      />
    </ChartCard>
  );
}
