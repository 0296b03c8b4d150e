import { Group, SegmentedControl, Stack, Text, useComputedColorScheme } from '@mantine/core';
import { useTranslation } from '../../i18n/use-translation.ts';
import { useLanguage } from '../../components/use-language.ts';
import { useThemeSwitch } from '../../components/use-theme-switch.ts';
import type { Language } from '@vitrin/shared/contract/users.ts';
import { AccountSection } from './AccountSection.tsx';

export function AppearanceSection() {
  const { t } = useTranslation();
  const { language, switchTo } = useLanguage();
  const { setTheme } = useThemeSwitch();
  const scheme = useComputedColorScheme();
  return (
    <AccountSection title={t('account.appearance')} lead={t('account.appearanceLead')}>
      <Stack gap="md">
        <Group justify="space-between">
          <Text>{t('account.language')}</Text>
          <SegmentedControl<Language>
            aria-label={t('account.language')}
            value={language}
            onChange={switchTo}
            data={[
              { value: 'en', label: 'English' },
              { value: 'tr', label: 'Türkçe' },
            ]}
          />
        </Group>
        <Group justify="space-between">
          <Text>{t('account.theme')}</Text>
          <SegmentedControl<'light' | 'dark'>
            aria-label={t('account.theme')}
            value={scheme}
            onChange={setTheme}
            data={[
              { value: 'light', label: t('account.light') },
              { value: 'dark', label: t('account.dark') },
            ]}
          />
        </Group>
      </Stack>
    </AccountSection>
  );
}
