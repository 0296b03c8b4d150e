import { Button, type ButtonProps } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useTranslation } from '../../i18n/use-translation.ts';

type Props = ButtonProps & { onClick: () => void };

/** Button for freelancers; the screen calls useNewProject, so that the form outlives the button. */
export function NewProjectButton(props: Props) {
  const { t } = useTranslation();
  return (
    <Button leftSection={<IconPlus size={18} />} h={44} {...props}>
      {t('projects.new')}
    </Button>
  );
}
