import { Input, SegmentedControl, TextInput } from '@mantine/core';
import type { Version } from '@vitrin/shared/contract/versions.ts';
import { type ReactNode, useId } from 'react';
import { useTranslation } from '../../i18n/use-translation.ts';
import classes from './ReadyField.module.css';
import { serverNow } from '../../lib/clock/server-clock.ts';
import { fromLocalInput, nowAsInput, toLocalInput, tomorrowMorning } from './local-time.ts';

/** Value of the field: `now`, an empty text for a draft, a time, or `unknown` while none is chosen. */
export const NOW = 'now';
export const DRAFT = '';
export const UNKNOWN = 'unknown';

/** Returns the field's value for a stored version. */
export function toReadyValue({ ready_at }: Pick<Version, 'ready_at'>): string {
  if (ready_at === null) return DRAFT;
  return Date.parse(ready_at) <= serverNow() ? NOW : ready_at;
}

type Props = {
  value: string;
  onChange: (value: string) => void;
  error?: ReactNode;
  /** True if clients see the version as it is stored. */
  isSeen: boolean;
};

/** From when on clients see a version: now, not yet, or from a time on, which is entered in the reader's time zone. */
export function ReadyField({ value, onChange, error, isSeen }: Props) {
  const { t } = useTranslation();
  const labelId = useId();
  const choice = value === NOW || value === DRAFT ? value : 'at';
  const choose = (chosen: string) =>
    onChange(chosen === 'at' ? tomorrowMorning(new Date(serverNow())) : chosen);
  const zone = new Intl.DateTimeFormat().resolvedOptions().timeZone;
  const hint: Record<string, 'isSeen' | 'hintNow' | 'hintBack' | 'hintDraft' | 'hintAt'> = {
    [NOW]: isSeen ? 'isSeen' : 'hintNow',
    [DRAFT]: isSeen ? 'hintBack' : 'hintDraft',
    at: 'hintAt',
  };
  return (
    <Input.Wrapper
      label={t('drafts.when')}
      labelElement="div"
      labelProps={{ id: labelId }}
      description={t(`drafts.${hint[choice] ?? 'hintAt'}`)}
      inputWrapperOrder={['label', 'input', 'description']}
    >
      <SegmentedControl
        fullWidth
        classNames={{ control: classes.choice, label: classes.words }}
        aria-labelledby={labelId}
        value={choice}
        onChange={choose}
        data={[
          { value: NOW, label: t('drafts.now') },
          { value: DRAFT, label: t('drafts.draft') },
          { value: 'at', label: t('drafts.at') },
        ]}
      />
      {choice === 'at' && (
        <TextInput
          type="datetime-local"
          mt="sm"
          mb="xs"
          label={t('drafts.time')}
          description={t('drafts.zone', { zone })}
          min={nowAsInput()}
          value={toLocalInput(value)}
          onChange={(event) => onChange(fromLocalInput(event.currentTarget.value) ?? UNKNOWN)}
          error={error}
          required
          withAsterisk={false}
        />
      )}
    </Input.Wrapper>
  );
}
