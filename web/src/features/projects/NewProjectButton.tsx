import { Button, type ButtonProps } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useNewProject } from './use-new-project.tsx';

/** For freelancers only; whoever shows it has asked. */
export function NewProjectButton(props: ButtonProps) {
  const { t } = useTranslation();
  const { start, dialogs } = useNewProject();
  return (
    <>
      <Button leftSection={<IconPlus size={18} />} h={44} {...props} onClick={start}>
        {t('projects.new')}
      </Button>
      {dialogs}
    </>
  );
}
