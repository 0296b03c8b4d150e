import { Button, Checkbox, Select, Stack, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { CreateEndpoint, EndpointForm, type NewEndpoint } from '@vitrin/shared/contract/endpoints.ts';
import { ProgramEventType } from '@vitrin/shared/contract/program-events.ts';
import { useState } from 'react';
import { FormMessage } from '../../../components/forms/FormMessage.tsx';
import { formFailureText, serverFieldErrors, validateBy } from '../../../components/forms/form-errors.ts';
import { useFormSubmit } from '../../../components/forms/use-form-submit.ts';
import { makeWebhook } from '../../../features/account/webhook-api.ts';
import { useTranslation } from '../../../i18n/use-translation.ts';
import { ApiError } from '../../../lib/api-error.ts';
import { eventName } from './event-name.ts';
import { formName, urlHint } from './form-name.ts';
import classes from './WebhooksSection.module.css';

type Values = Required<CreateEndpoint>;

/** Adds a webhook: its address, format and events. */
export function WebhookForm({ onMade }: { onMade: (made: NewEndpoint) => void }) {
  const { t } = useTranslation();
  const [failure, setFailure] = useState<string | null>(null);
  const [isMaking, setMaking] = useState(false);
  const form = useForm<Values>({
    initialValues: { url: '', form: 'standard', types: [...ProgramEventType.options] },
    validate: validateBy(CreateEndpoint, t),
  });
  const submit = async (values: Values) => {
    setFailure(null);
    setMaking(true);
    try {
      onMade(await makeWebhook(values));
      form.reset();
    } catch (error) {
      if (error instanceof ApiError) form.setErrors(serverFieldErrors(error.fields));
      setFailure(formFailureText(t, error, values, t('webhooks.notMade')));
    } finally {
      setMaking(false);
    }
  };
  const onSubmit = useFormSubmit(form, submit);

  return (
    <form noValidate onSubmit={onSubmit}>
      <Stack gap="md" align="stretch">
        <div className={classes.fields}>
          <TextInput
            label={t('webhooks.url')}
            description={urlHint(t, form.values.form)}
            type="url"
            autoComplete="off"
            spellCheck={false}
            size="md"
            {...form.getInputProps('url')}
          />
          <Select
            label={t('webhooks.form')}
            description={t('webhooks.formHint')}
            data={EndpointForm.options.map((value) => ({ value, label: formName(t, value) }))}
            allowDeselect={false}
            size="md"
            {...form.getInputProps('form')}
          />
        </div>
        <Checkbox.Group label={t('webhooks.types')} {...form.getInputProps('types')}>
          <div className={classes.types}>
            {ProgramEventType.options.map((type) => (
              <Checkbox
                key={type}
                value={type}
                label={eventName(t, type)}
                classNames={{ body: classes.choice }}
              />
            ))}
          </div>
        </Checkbox.Group>
        {failure !== null && <FormMessage type="error">{failure}</FormMessage>}
        <div>
          <Button type="submit" variant="default" h={44} loading={isMaking}>
            {t('webhooks.make')}
          </Button>
        </div>
      </Stack>
    </form>
  );
}
