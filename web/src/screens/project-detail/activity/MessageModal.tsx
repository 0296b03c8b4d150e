import { Button, Group, Skeleton, Textarea } from '@mantine/core';
import { IconCheck, IconCopy, IconShare } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { errorText } from '../../../components/feedback/error-text.ts';
import { PlainDialog } from '../../../components/feedback/PlainDialog.tsx';
import { useActionError } from '../../../components/feedback/use-action-error.ts';
import { FormMessage } from '../../../components/forms/FormMessage.tsx';
import { useAutofocus } from '../../../components/forms/use-autofocus.ts';
import { messageQuery } from '../../../features/notices/client-mail-api.ts';
import { useTranslation } from '../../../i18n/use-translation.ts';
import { copyLater } from '../../../lib/clipboard.ts';

type Props = { opened: boolean; versionId: number; onClose: () => void };

/** A ready-made message with the link, to copy or to hand to another program (specification 9.15). */
export function MessageModal({ opened, versionId, onClose }: Props) {
  const { t } = useTranslation();
  return (
    <PlainDialog opened={opened} onClose={onClose} title={t('telling.messageTitle')}>
      <Message versionId={versionId} />
    </PlainDialog>
  );
}

function Message({ versionId }: { versionId: number }) {
  const { t } = useTranslation();
  const { data, error } = useQuery(messageQuery(versionId));
  if (error && !data)
    return <FormMessage type="error">{errorText(t, error, t('telling.failed'))}</FormMessage>;
  if (!data) return <Skeleton height={240} radius="md" />;
  return <Editable proposed={data.text} />;
}

function Editable({ proposed }: { proposed: string }) {
  const { t } = useTranslation();
  const [typed, setTyped] = useState<string | null>(null);
  const [isCopied, setCopied] = useState(false);
  const autofocus = useAutofocus<HTMLTextAreaElement>();
  const showError = useActionError();
  const text = typed ?? proposed;
  const copy = async () => {
    try {
      await copyLater(() => Promise.resolve(text));
      setCopied(true);
    } catch (failure) {
      showError(failure, t('telling.copyFailed'));
    }
  };
  // A closed list of programs means that the reader does not want to share.
  const share = () => void navigator.share({ text }).catch(() => {});
  const CopyIcon = isCopied ? IconCheck : IconCopy;
  return (
    <>
      <Textarea
        {...autofocus}
        label={t('telling.messageLabel')}
        description={t('telling.messageHint')}
        rows={10}
        value={text}
        onChange={({ currentTarget: { value } }) => {
          setTyped(value);
          setCopied(false);
        }}
      />
      <Group justify="flex-end" mt="lg" gap="sm">
        {typeof navigator.share === 'function' && (
          <Button
            variant="default"
            h={44}
            leftSection={<IconShare size={18} stroke={1.6} aria-hidden />}
            onClick={share}
          >
            {t('telling.share')}
          </Button>
        )}
        <Button
          h={44}
          leftSection={<CopyIcon size={18} stroke={1.6} aria-hidden />}
          onClick={() => void copy()}
        >
          <span aria-live="polite">{t(isCopied ? 'customers.copied' : 'telling.copy')}</span>
        </Button>
      </Group>
    </>
  );
}
