import type { ZodFastifySchemaValidationError } from 'fastify-type-provider-zod';
import type { Language } from '@vitrin/shared/contract/users.ts';
import { translate } from '../../i18n/messages.ts';

type Params = Record<string, unknown>;

/** Errors that zod found, by the first part of their path; those without one are `non_field_errors`. */
export function inputErrors(
  issues: readonly ZodFastifySchemaValidationError[],
  language: Language,
): Record<string, string[]> {
  const fields: Record<string, string[]> = {};
  for (const { keyword, instancePath, message, params } of issues) {
    const field = instancePath.split('/')[1] || 'non_field_errors';
    const text = inputMessage(keyword, message ?? '', params, language);
    const texts = (fields[field] ??= []);
    if (!texts.includes(text)) texts.push(text);
  }
  return fields;
}

function inputMessage(code: string, message: string, params: Params, language: Language): string {
  const isMissing = code === 'invalid_type' && message.includes('received undefined');
  if (isMissing || message === 'required') return translate(language, 'fields.required');
  if (message === 'blank') return translate(language, 'fields.blank');
  if (message === 'invalid_identity_number') return translate(language, 'fields.invalid_identity_number');
  if (message === 'invalid_tax_number') return translate(language, 'fields.invalid_tax_number');
  if (message === 'invalid_phone') return translate(language, 'fields.invalid_phone');
  if (message === 'no_address') return translate(language, 'fields.no_address');
  if (message === 'invalid_day') return translate(language, 'fields.invalid_day');
  if (code === 'too_small' && params['origin'] === 'string') {
    const min = Number(params['minimum']);
    return min === 1 ? translate(language, 'fields.blank') : translate(language, 'fields.too_short', { min });
  }
  if (code === 'too_big' && params['origin'] === 'string') {
    return translate(language, 'fields.too_long', { max: Number(params['maximum']) });
  }
  if (message === 'too_many_pictures') return translate(language, 'fields.too_many_pictures');
  if (code === 'invalid_format' && params['format'] === 'email')
    return translate(language, 'fields.invalid_email');
  if (message === 'no_addresses') return translate(language, 'fields.no_addresses');
  if (message === 'invalid_contact') return translate(language, 'fields.invalid_contact');
  return translate(language, 'fields.invalid');
}
