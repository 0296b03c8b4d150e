import { Button, Group, List, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { FormModal } from '../../../components/forms/FormModal.tsx';
import { useSignedInUser } from '../../../features/auth/api.ts';
import { useTranslation } from '../../../i18n/use-translation.ts';
import { ProofForm } from './ProofForm.tsx';

type Props = { opened: boolean; onClose: () => void };

/** Asks twice: lists what is deleted, then asks for the password. */
export function EraseDialog({ opened, onClose }: Props) {
  const { t } = useTranslation();
  const [isSure, setSure] = useState(false);
  return (
    <FormModal
      opened={opened}
      onClose={onClose}
      onExited={() => setSure(false)}
      title={isSure ? t('erasure.proofTitle') : t('erasure.dialogTitle')}
      size="md"
    >
      {isSure ? <ProofForm onClose={onClose} /> : <WhatGoes onGoOn={() => setSure(true)} onClose={onClose} />}
    </FormModal>
  );
}

function WhatGoes({ onGoOn, onClose }: { onGoOn: () => void; onClose: () => void }) {
  const { t } = useTranslation();
  const { isFreelancer, project_count, subscription } = useSignedInUser();
  const isPaid = Boolean(subscription?.current_period_end);
  return (
    <Stack gap="md">
      <Text>{t('erasure.days')}</Text>
      <List spacing="xs">
        {isFreelancer && (
          <>
            {project_count > 0 && <List.Item>{t('erasure.projectsGo', { count: project_count })}</List.Item>}
            <List.Item>{t('erasure.clientsGo')}</List.Item>
            {isPaid && <List.Item>{t('erasure.planEnds')}</List.Item>}
          </>
        )}
        <List.Item>{t('erasure.accessGoes')}</List.Item>
      </List>
      <Text>{isFreelancer ? t('erasure.paymentsStay') : t('erasure.projectsStay')}</Text>
      <Text>{t('erasure.download')}</Text>
      <Group justify="flex-end" mt="xs" gap="sm">
        <Button variant="default" h={44} data-autofocus onClick={onClose}>
          {t('erasure.stay')}
        </Button>
        <Button variant="light" color="red" h={44} onClick={onGoOn}>
          {t('erasure.goOn')}
        </Button>
      </Group>
    </Stack>
  );
}
