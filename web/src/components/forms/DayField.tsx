import { TextInput } from '@mantine/core';
import { type ReactNode, useEffect, useState } from 'react';
import { useTranslation } from '../../i18n/use-translation.ts';

type Props = {
  label: string;
  description?: string;
  /** A calendar day such as 2026-11-20; empty for none. */
  value: string;
  onChange: (day: string) => void;
  error?: ReactNode;
};

/** A calendar day, by the browser's own calendar; it can be emptied. Its form is not sent with a half-typed day. */
export function DayField({ onChange, error, ...field }: Props) {
  const { t } = useTranslation();
  const [input, setInput] = useState<HTMLInputElement | null>(null);
  const [isHalfTyped, setHalfTyped] = useState(false);
  useEffect(() => {
    const form = input?.form;
    // A half-typed day has no value: the form would take it for an empty one.
    const refuse = (event: SubmitEvent) => {
      if (!input?.validity.badInput) return;
      event.preventDefault();
      event.stopPropagation();
      setHalfTyped(true);
      input.focus();
    };
    form?.addEventListener('submit', refuse, { capture: true });
    return () => form?.removeEventListener('submit', refuse, { capture: true });
  }, [input]);
  return (
    <TextInput
      ref={setInput}
      type="date"
      min="1970-01-01"
      max="2999-12-31"
      {...field}
      error={isHalfTyped ? t('validation.wholeDay') : error}
      onBlur={(event) => setHalfTyped(event.currentTarget.validity.badInput)}
      onChange={(event) => {
        setHalfTyped(false);
        onChange(event.currentTarget.value);
      }}
    />
  );
}
