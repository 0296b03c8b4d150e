import { Button, Group, Modal, Text } from '@mantine/core';
import { useTranslation } from '../../i18n/use-translation.ts';
import { Link } from 'react-router';
import { paths } from '../../paths.ts';

type Props = { opened: boolean; onClose: () => void };

/** Specification 2.7: opens instead of the form where the plan allows no further project. */
export function ProjectLimitDialog({ opened, onClose }: Props) {
  const { t } = useTranslation();
  return (
    <Modal opened={opened} onClose={onClose} title={t('projectLimit.title')} withCloseButton={false}>
      <Text>{t('projectLimit.description')}</Text>
      <Group justify="flex-end" mt="lg" gap="sm">
        <Button variant="default" h={44} onClick={onClose}>
          {t('actions.cancel')}
        </Button>
        <Button component={Link} to={paths.pricing} h={44} onClick={onClose}>
          {t('projectLimit.upgrade')}
        </Button>
      </Group>
    </Modal>
  );
}
