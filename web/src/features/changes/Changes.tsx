import { VisuallyHidden } from '@mantine/core';
import { useEffect, useState } from 'react';
import { useTranslation } from '../../i18n/use-translation.ts';
import { queryClient } from '../../lib/query-client.ts';
import { followRefusals } from '../../lib/read-only/follow-refusals.ts';
import { followChanges } from './one-tab.ts';
import { createRefresh } from './refresh.ts';

/** Keeps what is on the screen up to date, and tells screen readers of new versions (specification 9.12). */
export function Changes({ userId }: { userId: number }) {
  const { t } = useTranslation();
  const [version, setVersion] = useState<string | null>(null);
  useEffect(() => followChanges(userId, createRefresh(setVersion)), [userId]);
  useEffect(() => followRefusals(queryClient), []);
  return (
    <VisuallyHidden component="output" id="announced-changes">
      {version !== null && t('changes.newVersion', { number: version })}
    </VisuallyHidden>
  );
}
