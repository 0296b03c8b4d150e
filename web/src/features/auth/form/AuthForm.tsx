import { Button, type ButtonProps, Group } from '@mantine/core';
import { type ReactNode, useEffect, useRef } from 'react';
import { useIsTakenOver } from '../../../components/rendered-clock.ts';
import { useTranslation } from '../../../i18n/use-translation.ts';
import { FormMessage, type Message } from '../../../components/forms/FormMessage.tsx';
import classes from './AuthForm.module.css';
import { RateLimitMessage } from './RateLimitMessage.tsx';
import type { AuthFormState } from './use-auth-form.ts';
import { useFocusAgain } from './use-focus-again.ts';

/** Side by side and equally wide, or one below the other where the text is large. */
const BUTTON_FLEX = '1 1 8rem';

type Props = {
  state: AuthFormState;
  submitLabel: string;
  isSending: boolean;
  /** Disables the form; a rate limit disables it anyway. */
  isClosed?: boolean;
  /** Shown while nothing has failed. */
  notice?: Message | null;
  /** Shown above the messages. */
  heading?: ReactNode;
  headingId?: string;
  /** False where the screen must not be left. */
  offersReset?: boolean;
  /** Properties in which the button differs from that of the other forms. */
  button?: ButtonProps;
  /** Adds a cancel button. */
  onCancel?: () => void;
  children: ReactNode;
};

/** The form of every screen about accounts: messages, fields and the button that sends it. */
export function AuthForm(props: Props) {
  const { state, submitLabel, isSending, isClosed = false, notice, heading, headingId } = props;
  const { offersReset, button: { mt = 'lg', ...button } = {}, onCancel, children } = props;
  const { t } = useTranslation();
  const { limit, failure, onSubmit, takeTyped } = state;
  const isTakenOver = useIsTakenOver();
  const form = useRef<HTMLFormElement>(null);
  const submit = useFocusAgain(isSending);
  useEffect(() => {
    if (!form.current) return;
    takeTyped(new FormData(form.current));
    focusFirstEmpty(form.current);
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- once: what is typed later React sees itself
  }, []);
  const message: Message | null | undefined = failure === null ? notice : { type: 'error', text: failure };
  return (
    // A page of the server has this form before React, and a browser alone would put a password into the address.
    <form ref={form} noValidate method="post" onSubmit={onSubmit} aria-labelledby={headingId}>
      {!isTakenOver && <input type="submit" value={submitLabel} disabled hidden />}
      {heading}
      <div className={classes.messages}>
        <RateLimitMessage limit={limit} offersReset={offersReset} />
        {message && <FormMessage type={message.type}>{message.text}</FormMessage>}
      </div>
      {children}
      <Group mt={mt}>
        {onCancel && (
          <Button variant="default" size="md" flex={BUTTON_FLEX} onClick={onCancel}>
            {t('actions.cancel')}
          </Button>
        )}
        <Button
          ref={submit}
          type={isTakenOver ? 'submit' : 'button'}
          size="md"
          flex={BUTTON_FLEX}
          {...button}
          loading={isSending}
          disabled={isClosed || limit.isWaiting}
        >
          {submitLabel}
        </Button>
      </Group>
    </form>
  );
}

/** Puts the cursor into the first field to fill in, unless the person is somewhere already. */
function focusFirstEmpty(form: HTMLFormElement): void {
  const { activeElement } = document;
  const isElsewhere = activeElement !== document.body && activeElement?.tagName !== 'H1';
  if (isElsewhere) return;
  const fields = Array.from(form.querySelectorAll<HTMLInputElement>('input:not([readonly], [hidden])'));
  fields.find(({ value, type }) => value === '' && type !== 'checkbox')?.focus({ preventScroll: true });
}
