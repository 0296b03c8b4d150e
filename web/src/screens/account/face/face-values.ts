import { type OwnFace, UpdateFace } from '@vitrin/shared/contract/faces.ts';
import { looksLikeAddress } from '@vitrin/shared/rules/texts/address-like.ts';
import { validateBy } from '../../../components/forms/form-errors.ts';
import type { TFunction } from '../../../i18n/translator.ts';

/** The fields of the form; an empty one is nothing chosen. */
export type FaceValues = { display_name: string; accent: string; greeting: string; contact: string };

export function valuesOf({ display_name, accent, greeting, contact }: OwnFace): FaceValues {
  return {
    display_name: display_name ?? '',
    accent: accent ?? '',
    greeting: greeting ?? '',
    contact: contact ?? '',
  };
}

export function updateOf(values: FaceValues): UpdateFace {
  const chosen = (text: string) => (text.trim() === '' ? null : text);
  return {
    display_name: chosen(values.display_name),
    accent: chosen(values.accent),
    greeting: chosen(values.greeting),
    contact: chosen(values.contact),
  };
}

/** Returns the errors that the server would give, in the same words. */
export function faceErrors(t: TFunction, values: FaceValues): Record<string, string> {
  const errors = validateBy(UpdateFace, t)(updateOf(values));
  if (errors['greeting'] !== undefined && looksLikeAddress(values.greeting))
    errors['greeting'] = t('face.noAddresses');
  if (errors['contact'] !== undefined) errors['contact'] = t('face.invalidContact');
  return errors;
}
