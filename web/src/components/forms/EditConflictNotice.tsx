import { Stack, Text } from '@mantine/core';
import { useTranslation } from '../../i18n/use-translation.ts';
import { FormMessage } from './FormMessage.tsx';
import { RichText } from '../rich-text/RichText.tsx';

type Change = {
  field: string;
  label: string;
  /** The value that the other person saved. */
  theirs: string;
  isHtml?: boolean;
};

type Props = {
  /** Fields that both changed: the typed value stays, the other's is shown beside it. */
  conflicts: Change[];
  /** Fields that only the other person changed; the form has taken them over. */
  taken: Change[];
};

/** Shows the later of two editors the changes of the other, so that nothing is overwritten silently. */
export function EditConflictNotice({ conflicts, taken }: Props) {
  const { t } = useTranslation();
  return (
    <FormMessage type="warning">
      <Stack gap="xs">
        <Text size="sm" fw={600}>
          {t('conflict.title')}
        </Text>
        {conflicts.map((change) => (
          <div key={change.field}>
            <Text size="sm">{t('conflict.theirs', { field: change.label })}</Text>
            <TheirValue change={change} />
          </div>
        ))}
        {taken.length > 0 && (
          <Text size="sm">
            {t('conflict.taken', { fields: taken.map((change) => change.label).join(', ') })}
          </Text>
        )}
        <Text size="sm">{t(conflicts.length > 0 ? 'conflict.saveOverwrites' : 'conflict.saveAgain')}</Text>
      </Stack>
    </FormMessage>
  );
}

function TheirValue({ change }: { change: Change }) {
  const { t } = useTranslation();
  if (change.theirs === '') return <Text fs="italic">{t('conflict.empty')}</Text>;
  if (change.isHtml) return <RichText html={change.theirs} size="sm" />;
  return <Text fw={600}>{change.theirs}</Text>;
}
