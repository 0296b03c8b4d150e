import { Button, PasswordInput } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from '../../../../i18n/use-translation.ts';
import classes from './PdfView.module.css';

type Props = { isWrong: boolean; onAnswer: (password: string) => void };

/** Asks for the password of a document. It is used on this device and goes nowhere. */
export function PasswordForm({ isWrong, onAnswer }: Props) {
  const { t } = useTranslation();
  const field = useRef<HTMLInputElement>(null);
  const [password, setPassword] = useState('');
  useEffect(() => field.current?.focus(), []);
  return (
    <form
      className={classes.password}
      onSubmit={(event) => {
        event.preventDefault();
        onAnswer(password);
      }}
    >
      <PasswordInput
        label={t('documents.password')}
        description={t('documents.passwordNote')}
        error={isWrong && password === '' ? t('documents.wrongPassword') : undefined}
        value={password}
        onChange={({ currentTarget }) => setPassword(currentTarget.value)}
        maxLength={1000}
        autoComplete="off"
        ref={field}
      />
      <Button type="submit" disabled={password === ''}>
        {t('documents.open')}
      </Button>
    </form>
  );
}
