import { PasswordInput, type PasswordInputProps } from '@mantine/core';
import { useTranslation } from '../../../i18n/use-translation.ts';
import classes from './NewPasswordInput.module.css';
import { passwordStrength } from './password-strength.ts';

const STEPS = { short: 0, weak: 1, fair: 2, good: 3, strong: 4 } as const;

/** Field for a new password; shows its strength once something is typed. */
export function NewPasswordInput(props: PasswordInputProps & { value?: string }) {
  const { t } = useTranslation();
  const strength = passwordStrength(props.value ?? '');
  return (
    <div>
      <PasswordInput
        autoComplete="new-password"
        visibilityToggleButtonProps={{ 'aria-label': t('auth.showPassword') }}
        {...props}
      />
      {props.value && (
        <div className={classes.hint} data-strength={strength}>
          <div className={classes.bar} aria-hidden>
            {[1, 2, 3, 4].map((step) => (
              <span key={step} data-filled={step <= STEPS[strength] || undefined} />
            ))}
          </div>
          <output>
            <span className={classes.label}>{t('auth.strength.label')}: </span>
            {t(`auth.strength.${strength}`)}
          </output>
        </div>
      )}
    </div>
  );
}
