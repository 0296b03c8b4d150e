import { Group, Progress, Text } from '@mantine/core';
import { useTranslation } from '../../i18n/use-translation.ts';
import { useFormat } from '../../components/use-format.ts';

type Props = { progress: number; size?: 'sm' | 'md' };

/** A bar with its number; `progress` is whole percent, and green at 100. */
export function ProjectProgress({ progress, size = 'sm' }: Props) {
  const { t } = useTranslation();
  const format = useFormat();
  return (
    <Group gap="sm" wrap="nowrap">
      <Progress
        value={progress}
        size={size}
        radius="xl"
        color={progress === 100 ? 'green' : 'petrol'}
        flex={1}
        miw={48}
        aria-label={t('projects.progress')}
      />
      <Text size="sm" c="dimmed" w={40} ta="end">
        {format.percent(progress)}
      </Text>
    </Group>
  );
}
