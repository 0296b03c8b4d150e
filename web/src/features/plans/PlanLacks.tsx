import { Badge, Button, Group, Paper, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { NeededCapability } from '@vitrin/shared/contract/capabilities.ts';
import { lackingCapability, LEAST_CAPABILITIES } from '@vitrin/shared/rules/capabilities.ts';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { useFormat } from '../../components/use-format.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { paths } from '../../paths.ts';
import { plansQuery } from './api.ts';

type Props = {
  needed: NeededCapability;
  /** A sentence that says what the plan lacks. */
  title: string;
  /** Invented figures that show how it would look; marked as samples, and without controls. */
  children?: ReactNode;
};

/** Explains a missing ability, on samples if any, with the plans that have it. Needs the texts `lacks`. */
export function PlanLacks({ needed, title, children }: Props) {
  const { t } = useTranslation();
  const format = useFormat();
  const { data: plans = [] } = useQuery(plansQuery);
  // Instances of a release before send no abilities.
  const enough = plans.filter(
    ({ capabilities = LEAST_CAPABILITIES }: Partial<(typeof plans)[number]>) =>
      lackingCapability(capabilities, needed) === undefined,
  );
  return (
    <Paper withBorder p="md" radius="md">
      <Stack gap="md" align="stretch">
        <Text fw={600}>{title}</Text>
        {children !== undefined && (
          <figure aria-label={t('lacks.sample')} style={{ margin: 0 }}>
            <Badge component="figcaption" variant="default" mb="xs">
              {t('lacks.sample')}
            </Badge>
            <div inert>{children}</div>
          </figure>
        )}
        <Group gap="md">
          <Button component={Link} to={paths.pricing} variant="default" h={44}>
            {t('lacks.plans')}
          </Button>
          {enough.length > 0 && (
            <Text size="sm">
              {t('lacks.included', { plans: format.list(enough.map(({ name }) => name)) })}
            </Text>
          )}
        </Group>
      </Stack>
    </Paper>
  );
}
