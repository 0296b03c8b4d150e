import { Alert, Button, Group, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { authenticatorsQuery } from '../../../features/account/factor-api.ts';
import { useTranslation } from '../../../i18n/use-translation.ts';
import { paths } from '../../../paths.ts';
import { FactorsSection } from './FactorsSection.tsx';

/** Leads through setting an app up, where the installation requires it, and then on to the dashboard. */
export function RequiredStep() {
  const { t } = useTranslation();
  const isSetUp = useQuery(authenticatorsQuery).data?.some(({ type }) => type === 'totp') === true;
  return (
    <>
      <Alert color={isSetUp ? 'green' : 'yellow'} mb="xl">
        <Group justify="space-between">
          <Text>{t(isSetUp ? 'factors.requiredDone' : 'factors.required')}</Text>
          {isSetUp && (
            <Button component={Link} to={paths.dashboard}>
              {t('factors.requiredGoOn')}
            </Button>
          )}
        </Group>
      </Alert>
      <FactorsSection isRequired />
    </>
  );
}
