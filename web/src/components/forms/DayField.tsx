import { TextInput } from '@mantine/core';
import type { ReactNode } from 'react';

type Props = {
  label: string;
  description?: string;
  /** A calendar day such as 2026-11-20; empty for none. */
  value: string;
  onChange: (day: string) => void;
  error?: ReactNode;
};

/** A calendar day, by the browser's own calendar; it can be emptied. */
export function DayField({ onChange, ...field }: Props) {
  return (
    <TextInput
      type="date"
      min="1970-01-01"
      max="2999-12-31"
      {...field}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
}
