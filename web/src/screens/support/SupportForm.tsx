import { Button, FileButton, Group, Stack, Text, Textarea, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { AskSupport, MAX_SUPPORT_PICTURES, type SupportReceipt } from '@vitrin/shared/contract/support.ts';
import { useState } from 'react';
import { FormMessage } from '../../components/forms/FormMessage.tsx';
import { formFailureText, serverFieldErrors, validateBy } from '../../components/forms/form-errors.ts';
import { useFormSubmit } from '../../components/forms/use-form-submit.ts';
import { IMAGE_TYPES, ImageNotUsableError, shrinkImage } from '../../components/rich-text/shrink-image.ts';
import { useFormat } from '../../components/use-format.ts';
import { askSupport } from '../../features/account/support-api.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { ApiError } from '../../lib/api-error.ts';
import classes from './SupportScreen.module.css';

type Picture = { name: string; base64: string };

/** Asks a question; then says under which reference it is known, and when an answer comes where that is promised. */
export function SupportForm() {
  const { t } = useTranslation();
  const format = useFormat();
  const [taken, setTaken] = useState<SupportReceipt | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  const [pictures, setPictures] = useState<Picture[]>([]);
  const [isSending, setSending] = useState(false);
  const form = useForm({ initialValues: { subject: '', text: '' }, validate: validateBy(AskSupport, t) });
  const choose = async (files: File[]) => {
    setFailure(null);
    try {
      const read = await Promise.all(files.map(readPicture));
      setPictures((chosen) => [...chosen, ...read].slice(0, MAX_SUPPORT_PICTURES));
    } catch (error) {
      if (!(error instanceof ImageNotUsableError)) throw error;
      setFailure(t('support.pictureFailed'));
    }
  };
  const submit = async (values: { subject: string; text: string }) => {
    setFailure(null);
    setTaken(null);
    setSending(true);
    try {
      setTaken(await askSupport({ ...values, pictures: pictures.map(({ base64 }) => base64) }));
      form.reset();
      setPictures([]);
    } catch (error) {
      if (error instanceof ApiError) form.setErrors(serverFieldErrors(error.fields));
      setFailure(formFailureText(t, error, values, t('support.notSent')));
    } finally {
      setSending(false);
    }
  };
  const onSubmit = useFormSubmit(form, submit);
  const promise = taken?.answer_by;
  return (
    <form noValidate onSubmit={onSubmit} className={classes.form}>
      <Stack gap="md" align="stretch">
        {taken && (
          <FormMessage type="success">
            {t('support.taken', { reference: taken.reference })}{' '}
            {promise ? t('support.answerBy', { time: format.dateTime(promise) }) : ''}
          </FormMessage>
        )}
        {failure !== null && <FormMessage type="error">{failure}</FormMessage>}
        <TextInput label={t('support.subject')} size="md" {...form.getInputProps('subject')} />
        <Textarea
          label={t('support.text')}
          size="md"
          autosize
          minRows={6}
          maxRows={16}
          {...form.getInputProps('text')}
        />
        {pictures.map(({ name }, index) => (
          <Group key={`${index} ${name}`} gap="sm">
            <Text size="sm">{name}</Text>
            <Button
              variant="default"
              h={44}
              aria-label={t('support.removePicture', { name })}
              onClick={() => setPictures((chosen) => chosen.filter((_, position) => position !== index))}
            >
              {t('support.remove')}
            </Button>
          </Group>
        ))}
        <Group gap="sm">
          <Button type="submit" h={44} loading={isSending}>
            {t('support.send')}
          </Button>
          {pictures.length < MAX_SUPPORT_PICTURES && (
            <FileButton multiple accept={IMAGE_TYPES.join(',')} onChange={(files) => void choose(files)}>
              {(props) => (
                <Button {...props} variant="default" h={44}>
                  {t('support.addPictures')}
                </Button>
              )}
            </FileButton>
          )}
        </Group>
      </Stack>
    </form>
  );
}

/** A picture as it is sent: small enough, in base64. */
async function readPicture(file: File): Promise<Picture> {
  const bytes = new Uint8Array(await (await shrinkImage(file)).arrayBuffer());
  let letters = '';
  for (const byte of bytes) letters += String.fromCodePoint(byte);
  return { name: file.name, base64: btoa(letters) };
}
