import { Text } from '@mantine/core';
import { useTranslation } from '../../../i18n/use-translation.ts';

type Props = {
  of: 'client' | 'freelancer';
  /** True where the page has the download and the deletion itself. */
  isOnAccount?: boolean;
};

/** Folded notice of data protection: the facts recorded about a person, for whom, and for how long. */
export function RecordedNotice({ of, isOnAccount = false }: Props) {
  const { t } = useTranslation();
  return (
    <Text component="details" size="sm" c="dimmed">
      <Text component="summary" size="sm" py={12} style={{ cursor: 'pointer' }}>
        {t('recorded.title')}
      </Text>
      {(['what', 'whom', 'long'] as const).map((part) => (
        <Text key={part} size="sm" mb="xs">
          {t(`recorded.${of}.${part}`)}
        </Text>
      ))}
      {!isOnAccount && <Text size="sm">{t('recorded.rights')}</Text>}
    </Text>
  );
}
