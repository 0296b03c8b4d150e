import { Anchor, Button, SegmentedControl, Text } from '@mantine/core';
import type { Board, MailRhythm } from '@vitrin/shared/contract/figures/boards.ts';
import { useId } from 'react';
import { Link } from 'react-router';
import { toastSuccess } from '../../components/feedback/toast.ts';
import { useActionError } from '../../components/feedback/use-action-error.ts';
import { useFormat } from '../../components/use-format.ts';
import { useMailBoard, useUpdateBoard } from '../../features/analytics/boards/api.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { paths } from '../../paths.ts';
import classes from './Boards.module.css';

const NEVER = 'never';
const RHYTHMS = ['weekly', 'monthly'] as const satisfies readonly MailRhythm[];

/** How often a board is mailed, when next, and why not, where no mail reaches the freelancer. */
export function BoardMail({ board }: { board: Board }) {
  const { t } = useTranslation();
  const showError = useActionError();
  const format = useFormat();
  const label = useId();
  const update = useUpdateBoard(board.id);
  const send = useMailBoard(board.id);
  const { mail, mail_stopped: stopped, next_mail_at: next } = board;
  const onError = (error: unknown) => showError(error);
  const set = (chosen: MailRhythm | null) => update.mutate({ mail: chosen }, { onError });
  // The chosen one is shown while it is on its way.
  const shown = update.isPending && update.variables.mail !== undefined ? update.variables.mail : mail;
  return (
    <div className={classes.mail}>
      <Text id={label} size="sm" fw={550}>
        {t('boards.mail.label')}
      </Text>
      <SegmentedControl
        aria-labelledby={label}
        data={([NEVER, ...RHYTHMS] as const).map((value) => ({
          value,
          label: t(`boards.mail.choice.${value}`),
        }))}
        value={shown ?? NEVER}
        onChange={(value) => set(RHYTHMS.find((each) => each === value) ?? null)}
      />
      {stopped === 'no_address' ? (
        <Text size="sm">
          {t('boards.mail.noAddress')}{' '}
          <Anchor component={Link} to={paths.account} inherit>
            {t('boards.mail.toAddresses')}
          </Anchor>
        </Text>
      ) : mail !== null && stopped === 'unwanted' ? (
        <>
          <Text size="sm">{t('boards.mail.unwanted')}</Text>
          <Button variant="default" h={44} loading={update.isPending} onClick={() => set(mail)}>
            {t('boards.mail.again')}
          </Button>
        </>
      ) : (
        <>
          {next !== null && (
            <Text size="sm" c="dimmed">
              {t('boards.mail.next', { time: format.dateTime(next) })}
            </Text>
          )}
          {board.cards.length > 0 && (
            <Button
              variant="default"
              h={44}
              loading={send.isPending}
              onClick={() =>
                send.mutate(undefined, { onSuccess: () => toastSuccess(t('boards.mail.sent')), onError })
              }
            >
              {t('boards.mail.now')}
            </Button>
          )}
        </>
      )}
    </div>
  );
}
