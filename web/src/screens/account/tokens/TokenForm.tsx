import { Button, NumberInput, Radio, Select, Stack, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useQuery } from '@tanstack/react-query';
import {
  CreateToken,
  type NewToken,
  TOKEN_DAYS,
  type TokenScope,
} from '@vitrin/shared/contract/account/tokens.ts';
import { useState } from 'react';
import { FormMessage } from '../../../components/forms/FormMessage.tsx';
import { formFailureText, serverFieldErrors, validateBy } from '../../../components/forms/form-errors.ts';
import { useFormSubmit } from '../../../components/forms/use-form-submit.ts';
import { makeToken, tokenProjectsQuery } from '../../../features/account/token-api.ts';
import { useTranslation } from '../../../i18n/use-translation.ts';
import { ApiError } from '../../../lib/api-error.ts';
import classes from './TokensSection.module.css';

type Values = { name: string; scope: TokenScope; project: string | null; days: number };

/** Makes a token with one of the scopes of the plan. */
export function TokenForm({
  scopes,
  onMade,
}: {
  scopes: readonly TokenScope[];
  onMade: (made: NewToken) => void;
}) {
  const { t } = useTranslation();
  const { data: projects = [] } = useQuery(tokenProjectsQuery);
  const [failure, setFailure] = useState<string | null>(null);
  const [isMaking, setMaking] = useState(false);
  const toInput = ({ project, ...values }: Values): CreateToken => ({
    ...values,
    project: project === null ? null : Number(project),
  });
  const form = useForm<Values>({
    initialValues: { name: '', scope: scopes[0] ?? 'read', project: null, days: TOKEN_DAYS.usual },
    validate: (values) => validateBy(CreateToken, t)(toInput(values)),
  });
  const submit = async (values: Values) => {
    setFailure(null);
    setMaking(true);
    try {
      onMade(await makeToken(toInput(values)));
      form.reset();
    } catch (error) {
      if (error instanceof ApiError) form.setErrors(serverFieldErrors(error.fields));
      setFailure(formFailureText(t, error, values, t('tokens.notMade')));
    } finally {
      setMaking(false);
    }
  };
  const onSubmit = useFormSubmit(form, submit);

  return (
    <form noValidate onSubmit={onSubmit}>
      <Stack gap="md" align="stretch">
        <TextInput
          label={t('tokens.name')}
          description={t('tokens.nameHint')}
          autoComplete="off"
          size="md"
          {...form.getInputProps('name')}
        />
        <Radio.Group label={t('tokens.scopes')} {...form.getInputProps('scope')}>
          <Stack gap="xs" mt="xs">
            {scopes.map((scope) => (
              <Radio
                key={scope}
                value={scope}
                label={t(`tokens.scope.${scope}`)}
                description={t(`tokens.opens.${scope}`)}
              />
            ))}
          </Stack>
        </Radio.Group>
        <div className={classes.fields}>
          <Select
            label={t('tokens.project')}
            placeholder={t('tokens.allProjects')}
            data={projects}
            clearable
            searchable
            size="md"
            {...form.getInputProps('project')}
          />
          <NumberInput
            label={t('tokens.days')}
            min={1}
            max={TOKEN_DAYS.most}
            allowDecimal={false}
            size="md"
            {...form.getInputProps('days')}
          />
        </div>
        {failure !== null && <FormMessage type="error">{failure}</FormMessage>}
        <div>
          <Button type="submit" variant="default" h={44} loading={isMaking}>
            {t('tokens.make')}
          </Button>
        </div>
      </Stack>
    </form>
  );
}
