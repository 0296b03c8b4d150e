import { Button, type ButtonProps } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';

type Props = ButtonProps & { onClick: () => void };

/** For freelancers only. Its screen calls useNewProject, so that the form stays when this button gives way to another. */
export function NewProjectButton(props: Props) {
  const { t } = useTranslation();
  return (
    <Button leftSection={<IconPlus size={18} />} h={44} {...props}>
      {t('projects.new')}
    </Button>
  );
}
