import { Anchor } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useFormat } from '../../../components/use-format.ts';
import { useTranslation } from '../../../i18n/use-translation.ts';
import { importedReceiptsQuery } from '../../../features/archives/api.ts';

/** Receipts that another installation signed before the import of the project. */
export function ImportedReceipts({ projectId }: { projectId: number }) {
  const { t } = useTranslation();
  const format = useFormat();
  const { data } = useQuery(importedReceiptsQuery(projectId));
  return data?.results.map(({ number, brought_at }) => (
    <Anchor key={number} href={`/api/projects/${projectId}/brought-receipts/${number}/`} size="sm" download>
      {t('activity.receiptBrought', { date: format.date(brought_at) })}
    </Anchor>
  ));
}
