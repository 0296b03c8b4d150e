import { Radio, Stack, TextInput } from '@mantine/core';
import { Caption, MAX_CAPTION_LENGTH, type ProjectFile } from '@vitrin/shared/contract/files.ts';
import type { Version } from '@vitrin/shared/contract/versions.ts';
import { type FormEvent, type KeyboardEvent, useRef, useState } from 'react';
import { errorText } from '../../../../components/feedback/error-text.ts';
import { FormButtons } from '../../../../components/forms/FormButtons.tsx';
import { FormMessage } from '../../../../components/forms/FormMessage.tsx';
import { useUnsavedChanges } from '../../../../components/forms/unsaved-changes.ts';
import { FilePicture } from '../../../../components/pictures/FilePicture.tsx';
import { useTranslation } from '../../../../i18n/use-translation.ts';
import { FileIcon } from '../../grid/FileIcon.tsx';
import classes from './Many.module.css';
import { useChangeFiles } from './use-change-files.ts';

type Props = { version: Version; files: readonly ProjectFile[]; onClose: () => void };

/** Sets the captions of many files: one text for all, or a field for each, from which Enter leads to the next. */
export function ManyWordsForm({ version, files, onClose }: Props) {
  const { t } = useTranslation();
  const [mode, setMode] = useState('each');
  const [isDirty, setDirty] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const form = useRef<HTMLFormElement>(null);
  const change = useChangeFiles(version.id);
  useUnsavedChanges(isDirty);

  const save = async (given: FormData) => {
    setFailure(null);
    const textOf = (id: number) => Caption.parse(given.get(mode === 'all' ? 'all' : `caption-${id}`) ?? '');
    try {
      await change.mutateAsync({ files, changes: files.map(({ id }) => ({ id, caption: textOf(id) })) });
      onClose();
    } catch (error) {
      console.error(error);
      setFailure(errorText(t, error));
    }
  };
  const onSubmit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (!change.isPending) void save(new FormData(event.currentTarget));
  };
  // As in a table: Enter leads to the next field, and sends from the last one or with Ctrl or Command.
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.key !== 'Enter' || event.nativeEvent.isComposing) return;
    event.preventDefault();
    const fields = Array.from(form.current?.querySelectorAll<HTMLInputElement>('input[data-caption]') ?? []);
    const next = fields[fields.indexOf(event.currentTarget) + 1];
    if (next && !event.ctrlKey && !event.metaKey) next.focus();
    else form.current?.requestSubmit();
  };
  return (
    <form ref={form} noValidate onSubmit={onSubmit} onInput={() => setDirty(true)}>
      {failure !== null && <FormMessage type="error">{failure}</FormMessage>}
      <Radio.Group value={mode} onChange={setMode} label={t('many.captions')}>
        <Stack gap="sm" mt="xs" mb="md">
          <Radio value="each" label={t('many.each')} data-autofocus />
          <Radio value="all" label={t('many.all')} />
        </Stack>
      </Radio.Group>
      {mode === 'all' ? (
        <TextInput
          name="all"
          label={t('words.caption')}
          description={t('many.allHint')}
          maxLength={MAX_CAPTION_LENGTH}
          autoComplete="off"
          dir="auto"
        />
      ) : (
        // Plain elements, because a version may have thousands of files.
        <ul className={classes.list}>
          {files.map((file) => (
            <li key={file.id} className={classes.item}>
              <span className={classes.picture}>
                <FilePicture
                  file={file}
                  sizes="56px"
                  className={classes.image}
                  fallback={<FileIcon kind={file.kind} size={24} />}
                />
              </span>
              <label className={classes.field}>
                <bdi className={classes.former}>{file.name}</bdi>
                <input
                  data-caption
                  name={`caption-${file.id}`}
                  defaultValue={file.caption}
                  maxLength={MAX_CAPTION_LENGTH}
                  autoComplete="off"
                  dir="auto"
                  enterKeyHint="next"
                  onKeyDown={onKeyDown}
                />
              </label>
            </li>
          ))}
        </ul>
      )}
      <FormButtons submitLabel={t('actions.save')} isSaving={change.isPending} onCancel={onClose} />
    </form>
  );
}
