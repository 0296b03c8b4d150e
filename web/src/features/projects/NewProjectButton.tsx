import { Button, type ButtonProps } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useTranslation } from '../../i18n/use-translation.ts';

type Props = ButtonProps & { onClick: () => void };

/**
 * For freelancers only. The screen calls useNewProject, so that the form stays open when this button is replaced by
 * another one.
 */
export function NewProjectButton(props: Props) {
  const { t } = useTranslation();
  return (
    <Button leftSection={<IconPlus size={18} />} h={44} {...props}>
      {t('projects.new')}
    </Button>
  );
}
