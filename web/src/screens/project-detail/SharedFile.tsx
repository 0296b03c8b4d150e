import { Alert, Text } from '@mantine/core';
import { IconFileOff } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import type { Project } from '@vitrin/shared/contract/projects.ts';
import { useEffect } from 'react';
import { useSearchParams } from 'react-router';
import { useTranslation } from '../../i18n/use-translation.ts';
import { filesQuery } from '../../features/files/api.ts';
import { FILE_PARAMETER, PARAMETERS_OF_FILE, VERSION_PARAMETER } from '../../features/files/use-open-file.ts';
import { wholeProjectQuery } from '../../features/files/compare/whole-project.ts';

/** Leads an address with a file to the version that has it, or reports that it is gone. */
export function SharedFile({ project: { id, versions } }: { project: Project }) {
  const { t } = useTranslation();
  const [query, setQuery] = useSearchParams();
  const fileId = Number(query.get(FILE_PARAMETER));
  const namedId = Number(query.get(VERSION_PARAMETER));
  const version = versions.find((each) => each.id === namedId) ?? versions.at(-1);
  const files = useQuery({ ...filesQuery(version?.id ?? 0), enabled: version !== undefined });
  const isUnlisted = files.data?.every((file) => file.id !== fileId) ?? version === undefined;
  const isMissing = fileId > 0 && isUnlisted;
  const { data: whole } = useQuery({ ...wholeProjectQuery(id), enabled: isMissing });
  const holderId = whole?.versions.find((each) => each.files.some((file) => file.id === fileId))?.id;
  const isElsewhere = isMissing && holderId !== undefined;
  useEffect(() => {
    if (!isElsewhere) return;
    const leadToHolder = (before: URLSearchParams) => {
      const others = [...before].filter(([name]) => name !== VERSION_PARAMETER);
      return new URLSearchParams([[VERSION_PARAMETER, String(holderId)], ...others]);
    };
    setQuery(leadToHolder, { replace: true, preventScrollReset: true });
  }, [isElsewhere, holderId, setQuery]);

  if (!isMissing || !whole || isElsewhere) return null;
  return (
    <Alert
      color="gray"
      mb="md"
      icon={<IconFileOff aria-hidden />}
      title={t('sharedFile.gone')}
      withCloseButton
      closeButtonLabel={t('actions.close')}
      onClose={() => setQuery(withoutFile, { replace: true, preventScrollReset: true })}
    >
      <Text size="sm">{t('sharedFile.goneHint')}</Text>
    </Alert>
  );
}

function withoutFile(query: URLSearchParams): URLSearchParams {
  const named = new Set<string>(PARAMETERS_OF_FILE);
  return new URLSearchParams([...query].filter(([name]) => !named.has(name)));
}
