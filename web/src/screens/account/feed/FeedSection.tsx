import { Button, Group, Skeleton, Stack, Text } from '@mantine/core';
import type { Feed, NewFeed } from '@vitrin/shared/contract/calendars.ts';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { confirmDelete } from '../../../components/feedback/confirm-delete.tsx';
import { ErrorState } from '../../../components/feedback/ErrorState.tsx';
import { toastSuccess } from '../../../components/feedback/toast.ts';
import { useActionError } from '../../../components/feedback/use-action-error.ts';
import { RelativeTime } from '../../../components/RelativeTime.tsx';
import { endFeed, feedQuery, makeFeed } from '../../../features/account/feed-api.ts';
import { useTranslation } from '../../../i18n/use-translation.ts';
import { AccountSection } from '../AccountSection.tsx';
import { NewAddresses } from './NewAddresses.tsx';

/** Makes, replaces and ends the secret address by which other programs read days and news (specification 5.18). */
export function FeedSection() {
  const { t } = useTranslation();
  const feed = useQuery(feedQuery);
  const showError = useActionError();
  const [made, setMade] = useState<NewFeed | null>(null);
  const [isMaking, setMaking] = useState(false);

  const make = async () => {
    setMaking(true);
    try {
      setMade(await makeFeed());
    } catch (error) {
      showError(error);
    } finally {
      setMaking(false);
    }
  };
  const end = async () => {
    try {
      await endFeed();
      setMade(null);
      toastSuccess(t('feed.ended'));
    } catch (error) {
      showError(error);
    }
  };
  const ask = (title: string, message: string, confirmLabel: string, onConfirm: () => void) =>
    confirmDelete({ title, message, confirmLabel, cancelLabel: t('actions.cancel'), onConfirm });

  return (
    <AccountSection lead={t('feed.lead')}>
      {feed.isPending && <Skeleton height={64} radius="md" />}
      {feed.isError && (
        <ErrorState error={feed.error} fallback={t('feed.failed')} onRetry={() => void feed.refetch()} />
      )}
      {feed.isSuccess && (
        <Stack gap="md" align="stretch">
          {made && <NewAddresses key={made.calendar_url} feed={made} />}
          {feed.data && <Present feed={feed.data} />}
          <Group gap="sm">
            {feed.data ? (
              <>
                <Button
                  variant="default"
                  h={44}
                  loading={isMaking}
                  onClick={() =>
                    ask(t('feed.renewTitle'), t('feed.renewText'), t('feed.renew'), () => void make())
                  }
                >
                  {t('feed.renew')}
                </Button>
                <Button
                  variant="default"
                  h={44}
                  onClick={() => ask(t('feed.endTitle'), t('feed.endText'), t('feed.end'), () => void end())}
                >
                  {t('feed.end')}
                </Button>
              </>
            ) : (
              <Button variant="default" h={44} loading={isMaking} onClick={() => void make()}>
                {t('feed.make')}
              </Button>
            )}
          </Group>
        </Stack>
      )}
    </AccountSection>
  );
}

/** Since when there is an address, and when a program asked for it last. */
function Present({ feed: { created_at, last_fetched_at } }: { feed: Feed }) {
  const { t } = useTranslation();
  return (
    <Text size="sm">
      {t('feed.since')} <RelativeTime timestamp={created_at} />
      {' · '}
      {last_fetched_at === null ? (
        t('feed.neverFetched')
      ) : (
        <>
          {t('feed.lastFetched')} <RelativeTime timestamp={last_fetched_at} />
        </>
      )}
    </Text>
  );
}
