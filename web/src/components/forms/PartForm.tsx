import { Stack, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { type ReactNode, useState } from 'react';
import { useTranslation } from '../../i18n/use-translation.ts';
import type { z } from 'zod';
import { ApiError } from '../../lib/api-error.ts';
import { EditConflictNotice } from './EditConflictNotice.tsx';
import { FormButtons } from './FormButtons.tsx';
import { FormMessage } from './FormMessage.tsx';
import { GoneNotice } from './GoneNotice.tsx';
import { RichTextInput } from '../rich-text/RichTextInput.tsx';
import { errorText } from '../feedback/error-text.ts';
import { serverFieldErrors, validateBy } from './form-errors.ts';
import { errorsOfTouched, touchedValues } from './touched-values.ts';
import { useAutofocus } from './use-autofocus.ts';
import { isNotFound, useEditConflict } from './use-edit-conflict.tsx';
import { useFormSubmit } from './use-form-submit.ts';
import { useUnsavedChanges } from './unsaved-changes.ts';

/** The fields of milestones and versions: one line that names them, a description, and what one has beyond. */
type Values<Field extends string> = Record<Field | 'description', string>;

/** A field that only one of the two has. */
type Further<Field extends string> = {
  field: Field;
  label: string;
  renderInput: (props: { value: string; onChange: (value: string) => void; error: ReactNode }) => ReactNode;
  /** The field's value in words, to show that of another editor. */
  toText: (value: string) => string;
};

type Props<Field extends string, Item> = {
  /** API name of the line's field. */
  line: Field;
  lineLabel: string;
  /** Help or an example for the line's field. */
  lineHelp: { description: string } | { placeholder: string };
  descriptionLabel: string;
  schema: z.ZodType;
  /** The edited object; undefined for a new one. */
  item: Item | undefined;
  /** The form's fields of a new object. */
  newValues: Values<Field>;
  /** The form's fields of a stored object; one left out does not compile. */
  toValues: (item: Item) => Values<Field>;
  create: (values: Values<Field>) => Promise<void>;
  /** Saves the fields that were touched. */
  update: (values: Partial<Values<Field>>, editedAt: string) => Promise<void>;
  further?: Further<Field>;
  /** Shown when the server gives no sentence for a failure. */
  failedText?: string;
  /** Text of the button that creates; an edit has "Save". */
  addLabel: string;
  isSaving: boolean;
  onClose: () => void;
  children?: ReactNode;
};

/** Creates or edits a milestone or version. Typed text survives an error and the edit of another person. */
export function PartForm<Field extends string, Item extends { description: string; edited_at: string }>(
  props: Props<Field, Item>,
) {
  const { line, lineLabel, lineHelp, descriptionLabel, schema, item, newValues, toValues, create, update } =
    props;
  const { failedText, addLabel, isSaving, onClose, further, children } = props;
  const { t } = useTranslation();
  const [failure, setFailure] = useState<string | null>(null);
  const autofocus = useAutofocus<HTMLInputElement>();
  const form = useForm<Values<Field>>({
    initialValues: item ? toValues(item) : newValues,
    validate: (values): Record<string, string> =>
      errorsOfTouched(form, validateBy(schema, t)(values), base === undefined),
  });
  useUnsavedChanges(form.isDirty());
  const { base, editedAt, conflict, isGone, isNewConflict, accept } = useEditConflict({
    form,
    item,
    toValues,
  });
  const changeOf = (field: Field | 'description') => {
    const theirs = conflict?.theirs[field] ?? '';
    if (field === further?.field) return { field, label: further.label, theirs: further.toText(theirs) };
    const isHtml = field === 'description';
    return { field, label: isHtml ? descriptionLabel : lineLabel, theirs, isHtml };
  };

  const submit = async (values: Values<Field>) => {
    setFailure(null);
    try {
      if (base) await update(touchedValues(form, values), base.edited_at);
      else await create(values);
      onClose();
    } catch (error) {
      if (accept(error)) return;
      console.error(error);
      if (error instanceof ApiError) form.setErrors(serverFieldErrors(error.fields));
      setFailure(isNotFound(error) ? t('conflict.projectGone') : errorText(t, error, failedText));
    }
  };
  const onSubmit = useFormSubmit(form, submit);

  return (
    <form noValidate onSubmit={onSubmit}>
      <Stack gap="md">
        {failure !== null && <FormMessage type="error">{failure}</FormMessage>}
        {failure === null && isGone && <GoneNotice />}
        {conflict && (
          <EditConflictNotice
            key={editedAt}
            conflicts={conflict.conflicts.map(changeOf)}
            taken={conflict.taken.map(changeOf)}
          />
        )}
        <TextInput
          label={lineLabel}
          {...lineHelp}
          {...autofocus}
          required
          withAsterisk={false}
          {...form.getInputProps(line)}
        />
        <RichTextInput
          key={conflict?.taken.includes('description') ? conflict.theirs.description : 'typed'}
          label={descriptionLabel}
          defaultValue={form.values.description}
          onChange={(html) => form.setValues({ description: html } as Partial<Values<Field>>)}
          error={form.errors['description']}
        />
        {further?.renderInput({
          value: form.values[further.field],
          onChange: (value) => form.setValues({ [further.field]: value } as Partial<Values<Field>>),
          error: form.errors[further.field],
        })}
        {children}
      </Stack>
      <FormButtons
        submitLabel={base ? t('actions.save') : addLabel}
        isSaving={isSaving || isNewConflict}
        onCancel={onClose}
      />
    </form>
  );
}
