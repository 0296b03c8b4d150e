import { Anchor } from '@mantine/core';
import type { NewFeed } from '@vitrin/shared/contract/calendars.ts';
import { OnlyNow, SecretField } from '../../../components/OnlyNow.tsx';
import { useTranslation } from '../../../i18n/use-translation.ts';

/** The addresses of calendar and feed, which no later page shows. */
export function NewAddresses({ feed: { calendar_url, news_url } }: { feed: NewFeed }) {
  const { t } = useTranslation();
  return (
    <OnlyNow heading={t('feed.onlyNow')} hint={t('feed.secret')}>
      <div>
        <Address label={t('feed.calendar')} value={calendar_url} />
        <Anchor
          href={calendar_url.replace(/^https?:/, 'webcal:')}
          size="sm"
          mt={4}
          py={12}
          display="inline-block"
        >
          {t('feed.openCalendar')}
        </Anchor>
      </div>
      <Address label={t('feed.news')} value={news_url} />
    </OnlyNow>
  );
}

function Address({ label, value }: { label: string; value: string }) {
  const { t } = useTranslation();
  return (
    <SecretField
      label={label}
      value={value}
      copyLabel={t('feed.copy', { what: label })}
      copiedLabel={t('feed.copied', { what: label })}
    />
  );
}
