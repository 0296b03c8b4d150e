import { Divider, Stack } from '@mantine/core';
import { useTranslation } from '../../../i18n/use-translation.ts';
import { AccountSection } from '../AccountSection.tsx';
import { ExportPart } from './ExportPart.tsx';
import { ImportPart } from './ImportPart.tsx';

/** Export of everything of a freelancer as an archive, and import of another installation's archive. */
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
