import { Group, Input, Loader, Skeleton, Text } from '@mantine/core';
import { useId } from '@mantine/hooks';
import { type ReactNode, Suspense, lazy, useState } from 'react';
import { useTranslation } from '../../i18n/use-translation.ts';
import { loadWithTexts } from '../../i18n/i18n.ts';
import { ImageNotUsableError } from './shrink-image.ts';
import { errorText } from '../feedback/error-text.ts';
import { addPendingImages } from './pending-images.ts';

const RichTextEditor = lazy(async () => ({
  default: (await loadWithTexts(['tools'], () => import('./RichTextEditor.tsx'))).RichTextEditor,
}));

type Props = {
  label: string;
  /** The initial text; a new `key` starts over with another one. */
  defaultValue?: string;
  onChange: (html: string) => void;
  error?: ReactNode;
};

/** A field for formatted text. The editor's code is loaded when the first form with one opens. */
export function RichTextInput({ label, defaultValue = '', onChange, error }: Props) {
  const { t } = useTranslation();
  const errorId = useId();
  const [failure, setFailure] = useState<string | null>(null);
  const [arriving, setArriving] = useState(0);
  const message = error ?? failure;
  const waitFor = (arrival: Promise<boolean>) => {
    setFailure(null);
    setArriving((count) => count + 1);
    addPendingImages(arrival);
    void arrival.then(() => setArriving((count) => count - 1));
  };
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
          onImages={waitFor}
          onImageFailed={(cause) =>
            setFailure(
              cause instanceof ImageNotUsableError
                ? t('editor.imageRefused')
                : t('editor.imageFailed', { reason: errorText(t, cause) }),
            )
          }
          onChange={(html) => {
            setFailure(null);
            onChange(html);
          }}
        />
      </Suspense>
      <Group component="output" gap="xs" mt={arriving > 0 ? 6 : 0}>
        {arriving > 0 && (
          <>
            <Loader size="xs" aria-hidden />
            <Text size="sm" c="dimmed">
              {t('editor.imageArriving')}
            </Text>
          </>
        )}
      </Group>
    </Input.Wrapper>
  );
}
