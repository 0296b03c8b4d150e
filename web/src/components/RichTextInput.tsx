import { Input, Skeleton } from '@mantine/core';
import { useId } from '@mantine/hooks';
import { type ReactNode, Suspense, lazy, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { loadCode } from '../lib/load-code.ts';

const RichTextEditor = lazy(async () => ({
  default: (await loadCode(() => import('./RichTextEditor.tsx'))).RichTextEditor,
}));

type Props = {
  label: string;
  /** The text at the start; a new `key` starts over with another one. */
  defaultValue?: string;
  onChange: (html: string) => void;
  error?: ReactNode;
};

/** A field for formatted text. The editor's code is fetched when the first form with one opens. */
export function RichTextInput({ label, defaultValue = '', onChange, error }: Props) {
  const { t } = useTranslation();
  const errorId = useId();
  const [wasRefused, setWasRefused] = useState(false);
  const message = error ?? (wasRefused ? t('editor.imageRefused') : null);
  return (
    <Input.Wrapper
      label={label}
      labelElement="div"
      error={message}
      errorProps={{ id: errorId, role: 'alert' }}
    >
      <Suspense fallback={<Skeleton height={176} radius="md" />}>
        <RichTextEditor
          label={label}
          initialHtml={defaultValue}
          hasError={message !== null}
          descriptionId={message === null ? undefined : errorId}
          onImageRefused={() => setWasRefused(true)}
          onChange={(html) => {
            setWasRefused(false);
            onChange(html);
          }}
        />
      </Suspense>
    </Input.Wrapper>
  );
}
