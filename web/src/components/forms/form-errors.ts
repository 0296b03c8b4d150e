import type { TFunction } from '../../i18n/translator.ts';
import type { z } from 'zod';
import { ApiError } from '../../lib/api-error.ts';
import { errorText } from '../feedback/error-text.ts';

/** `validate` of a form by the contract schema of the server: field name to sentence, empty if valid. */
export function validateBy(schema: z.ZodType, t: TFunction): (values: unknown) => Record<string, string> {
  return (values) => {
    const errors: Record<string, string> = {};
    const result = schema.safeParse(values);
    for (const issue of result.error?.issues ?? []) errors[issue.path.join('.')] ??= issueText(t, issue);
    return errors;
  };
}

/** The server's input errors for `form.setErrors`; messages of a field are joined with commas (specification 2.4). */
export function serverFieldErrors(fields: Record<string, string[]>): Record<string, string> {
  return Object.fromEntries(Object.entries(fields).map(([name, messages]) => [name, messages.join(', ')]));
}

/** The message above a form: points to the fields when each error stands at one, else says what is wrong. */
export function formFailureText(t: TFunction, error: unknown, fields: object, fallback: string): string {
  return isShownAtFields(error, fields) ? t('errors.checkForm') : errorText(t, error, fallback);
}

/** True if each error of the answer belongs to one of these fields. */
export function isShownAtFields(error: unknown, fields: object): boolean {
  const wrong = error instanceof ApiError ? Object.keys(error.fields) : [];
  return wrong.length > 0 && wrong.every((name) => name in fields);
}

function issueText(t: TFunction, issue: z.core.$ZodIssue): string {
  switch (issue.code) {
    case 'too_small':
      if (issue.path.at(-1) === 'password') return t('validation.passwordShort');
      return issue.minimum === 1
        ? t('validation.required')
        : t('validation.tooShort', { min: issue.minimum });
    case 'too_big':
      return t('validation.tooLong', { max: issue.maximum });
    case 'invalid_type':
      return t('validation.required');
    case 'invalid_format':
      if (issue.format === 'email') return t('validation.email');
      return issue.path.at(-1) === 'username' ? t('validation.username') : t('validation.invalid');
    case 'custom':
      if (issue.message === 'blank') return t('validation.required');
      if (issue.path.at(-1) === 'username') return t('validation.username');
      return t(issue.message === 'too_many_pictures' ? 'validation.tooManyPictures' : 'validation.invalid');
    default:
      return t('validation.invalid');
  }
}
