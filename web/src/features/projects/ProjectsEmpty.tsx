import { Anchor, Text } from '@mantine/core';
import { IconFolders } from '@tabler/icons-react';
import { useTranslation } from '../../i18n/use-translation.ts';
import { Link } from 'react-router';
import { EmptyState } from '../../components/feedback/EmptyState.tsx';
import { paths } from '../../paths.ts';
import { useSignedInUser } from '../auth/api.ts';
import { NewProjectButton } from './NewProjectButton.tsx';

type Props = {
  /** Missing for clients, who wait for others to add projects. */
  onNew?: () => void;
  /** Less prominent where another button is the screen's primary one. */
  buttonVariant?: 'filled' | 'default';
};

/** Shown instead of an empty list: what will appear here, who adds it, and a button (specification 2.5). */
export function ProjectsEmpty({ onNew, buttonVariant = 'filled' }: Props) {
  const { t } = useTranslation();
  const { isFreelancer } = useSignedInUser();
  return (
    <EmptyState
      icon={IconFolders}
      title={t('projects.empty.title')}
      action={
        isFreelancer && onNew ? (
          <NewProjectButton variant={buttonVariant} onClick={onNew} />
        ) : (
          <Anchor component={Link} to={paths.pricingFaq} fw={550}>
            {t('projects.empty.learnMore')}
          </Anchor>
        )
      }
    >
      <Text c="dimmed">{t(isFreelancer ? 'projects.empty.freelancer' : 'projects.empty.customer')}</Text>
    </EmptyState>
  );
}
