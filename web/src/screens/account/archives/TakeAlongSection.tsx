import { Divider, Stack } from '@mantine/core';
import { useTranslation } from '../../../i18n/use-translation.ts';
import { AccountSection } from '../AccountSection.tsx';
import { ExportPart } from './ExportPart.tsx';
import { ImportPart } from './ImportPart.tsx';

/** Everything of a freelancer as one archive, and an archive of another installation brought here. */
export function TakeAlongSection() {
  const { t } = useTranslation();
  return (
    <AccountSection title={t('archives.title')} lead={t('archives.lead')}>
      <Stack gap="xl">
        <ExportPart />
        <Divider />
        <ImportPart />
      </Stack>
    </AccountSection>
  );
}
