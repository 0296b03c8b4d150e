import { ActionIcon, Button, Input, Text } from '@mantine/core';
import { IconUpload, IconX } from '@tabler/icons-react';
import { type ChangeEvent, type Dispatch, type SetStateAction, useRef } from 'react';
import { useTranslation } from '../../i18n/use-translation.ts';
import { useUnsavedChanges } from '../../components/forms/unsaved-changes.ts';
import { useFormat } from '../../components/use-format.ts';
import classes from './FileField.module.css';
import { FileName } from './grid/FileName.tsx';
import { withoutLitter } from './uploads/collect-files.ts';
import { useTakeDropped } from './use-take-dropped.ts';

type Props = { label: string; files: readonly File[]; onChange: Dispatch<SetStateAction<File[]>> };

/** A form field for files; the form uploads them when it is saved. */
export function FileField({ label, files, onChange }: Props) {
  const { t } = useTranslation();
  const format = useFormat();
  const input = useRef<HTMLInputElement>(null);
  useUnsavedChanges(files.length > 0);
  // Reading a dropped folder takes time; files chosen meanwhile stay.
  const add = (more: readonly File[]) =>
    onChange((files) => [...files, ...more.filter((file) => !isAmong(files, file))]);
  const takeDropped = useTakeDropped(add);
  const choose = ({ currentTarget }: ChangeEvent<HTMLInputElement>) => {
    add(withoutLitter(Array.from(currentTarget.files ?? [])));
    currentTarget.value = '';
  };

  return (
    <Input.Wrapper label={label} labelElement="div">
      <div
        className={classes.field}
        onDragOver={(event) => event.preventDefault()}
        onDrop={(event) => {
          event.preventDefault();
          void takeDropped(event.dataTransfer);
        }}
      >
        {files.length > 0 && (
          <ul className={classes.list}>
            {files.map((file) => (
              <li key={`${file.name}/${file.size}/${file.lastModified}`}>
                <Text component="span" size="sm" className={classes.name}>
                  <FileName name={file.name} />
                </Text>
                <Text component="span" size="xs" c="dimmed">
                  {format.bytes(file.size)}
                </Text>
                <ActionIcon
                  variant="subtle"
                  color="gray"
                  size={40}
                  onClick={() => onChange((files) => files.filter((each) => each !== file))}
                  aria-label={t('files.leaveOut', { name: file.name })}
                >
                  <IconX size={16} />
                </ActionIcon>
              </li>
            ))}
          </ul>
        )}
        <div className={classes.choose}>
          <Button
            variant="default"
            h={44}
            leftSection={<IconUpload size={18} />}
            onClick={() => input.current?.click()}
          >
            {t('files.choose')}
          </Button>
          <Text size="sm" c="dimmed" className={classes.hint}>
            {t('files.orDrop')}
          </Text>
        </div>
        <input ref={input} type="file" multiple hidden onChange={choose} aria-label={t('files.choose')} />
      </div>
    </Input.Wrapper>
  );
}

function isAmong(files: readonly File[], { name, size, lastModified }: File): boolean {
  return files.some((each) => each.name === name && each.size === size && each.lastModified === lastModified);
}
