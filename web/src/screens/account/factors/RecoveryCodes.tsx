import { Button, Code, Group, Stack, Text } from '@mantine/core';
import { useSignedInUser } from '../../../features/auth/api.ts';
import { useTranslation } from '../../../i18n/use-translation.ts';
import classes from './SetUpApp.module.css';
import { downloadText, printText } from './keep-codes.ts';

/** New recovery codes, which no page shows again: to download or to print. */
export function RecoveryCodes({ codes, onKept }: { codes: string[]; onKept: () => void }) {
  const { t } = useTranslation();
  const { username } = useSignedInUser();
  const intro = t('factors.fileIntro', { username, host: location.host });
  return (
    <Stack gap="md">
      <Text>{t('factors.codesLead')}</Text>
      <ul className={classes.codes}>
        {codes.map((code) => (
          <li key={code}>
            <Code fz="md">{code}</Code>
          </li>
        ))}
      </ul>
      <Group gap="sm">
        <Button
          variant="default"
          h={44}
          onClick={() => downloadText('vitrin-recovery-codes.txt', [intro, '', ...codes, ''])}
        >
          {t('factors.codesDownload')}
        </Button>
        <Button variant="default" h={44} onClick={() => printText(intro, codes)}>
          {t('factors.codesPrint')}
        </Button>
        <Button h={44} onClick={onKept}>
          {t('factors.kept')}
        </Button>
      </Group>
    </Stack>
  );
}
