import { Button, Menu } from '@mantine/core';
import { IconChevronUp, IconCopy } from '@tabler/icons-react';
import type { ProjectFile } from '@vitrin/shared/contract/files.ts';
import { toastError, toastSuccess } from '../../../components/feedback/toast.ts';
import { useTranslation } from '../../../i18n/use-translation.ts';
import { copyLater } from '../../../lib/clipboard.ts';
import { QuestionItems } from '../viewer/places/QuestionItems.tsx';
import { useQuestionAboutFiles } from '../viewer/places/use-question.ts';
import { lightroomFilter, nameLines } from './picked-names.ts';

type Props = {
  versionId: number;
  files: readonly ProjectFile[];
  picked: readonly ProjectFile[];
};

/** A menu of further actions on the picked files: copy their names, or ask about them. */
export function PickMenu({ versionId, files, picked }: Props) {
  const { t } = useTranslation();
  return (
    <Menu position="top-start" width={260} withinPortal>
      <Menu.Target>
        <Button
          variant="default"
          h={44}
          disabled={picked.length === 0}
          rightSection={<IconChevronUp size={16} aria-hidden />}
        >
          {t('chooser.use')}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Entries versionId={versionId} files={files} picked={picked} />
      </Menu.Dropdown>
    </Menu>
  );
}

function Entries({ versionId, files, picked }: Props) {
  const { t } = useTranslation();
  const question = useQuestionAboutFiles(versionId, picked);
  const count = picked.length;
  const copy = async (text: string, missing = 0) => {
    try {
      await copyLater(() => Promise.resolve(text));
      toastSuccess(t('chooser.copied', { count: count - missing }));
    } catch (error) {
      console.error(error);
      toastError(t('chooser.copyFailed'));
    }
  };
  const copyFilter = () => {
    const ids = new Set(picked.map(({ id }) => id));
    const others = files.filter(({ id }) => !ids.has(id));
    const { text, missing } = lightroomFilter(picked.map(nameOf), others.map(nameOf));
    if (text !== '') void copy(text, missing.length);
    const [name] = missing;
    if (name !== undefined) toastError(t('chooser.notFound', { count: missing.length, name }));
  };
  return (
    <>
      <Menu.Item
        leftSection={<IconCopy size={18} aria-hidden />}
        onClick={() => void copy(nameLines(picked.map(nameOf)))}
      >
        {t('chooser.copyNames', { count })}
      </Menu.Item>
      <Menu.Item leftSection={<IconCopy size={18} aria-hidden />} onClick={copyFilter}>
        {t('chooser.copyFilter')}
      </Menu.Item>
      <QuestionItems question={question} about={t('chooser.ask', { count, name: question?.name ?? '' })} />
    </>
  );
}

function nameOf({ name }: ProjectFile): string {
  return name;
}
