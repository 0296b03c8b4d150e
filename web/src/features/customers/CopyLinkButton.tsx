import { Button, Tooltip } from '@mantine/core';
import { IconCheck, IconCopy, IconInfoCircle } from '@tabler/icons-react';
import type { Person } from '@vitrin/shared/contract/customers.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import classes from './CustomerTable.module.css';
import { useCopyLink } from './use-copy-link.ts';

/** Copies a registration link that was just loaded; shows "copied" for half a second (specification 2.10). */
export function CopyLinkButton({ customer }: { customer: Person }) {
  const { t } = useTranslation();
  const { copy, isCopied, isCopying } = useCopyLink(customer);
  if (customer.reset_token === null) {
    // Not `disabled`, so that the reason can be reached by keyboard and finger.
    return (
      <Tooltip
        label={t('customers.noLinkReason')}
        multiline
        maw={280}
        events={{ hover: true, focus: true, touch: true }}
      >
        <Button variant="subtle" color="gray" h={44} px="sm" aria-disabled>
          <span className={classes.copyText}>{t('customers.noLink')}</span>
          <IconInfoCircle
            size={18}
            stroke={1.7}
            className={classes.copyIcon}
            aria-label={t('customers.noLink')}
          />
        </Button>
      </Tooltip>
    );
  }
  const Icon = isCopied ? IconCheck : IconCopy;
  return (
    <Tooltip label={t('customers.copied')} opened={isCopied} withArrow>
      <Button
        variant="default"
        h={44}
        px="sm"
        aria-busy={isCopying}
        onClick={() => void copy()}
        aria-label={t('customers.copyLinkOf', { username: customer.username })}
      >
        <Icon size={18} stroke={1.7} aria-hidden />
        <span className={classes.copyText}>&nbsp;{t('customers.copyLink')}</span>
      </Button>
    </Tooltip>
  );
}
