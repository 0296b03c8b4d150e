import { Menu } from '@mantine/core';
import { IconFocus2, IconLink } from '@tabler/icons-react';
import type { ProjectFile } from '@vitrin/shared/contract/files.ts';
import type { Place } from '@vitrin/shared/contract/places.ts';
import { toastError, toastSuccess } from '../../../../components/feedback/toast.ts';
import { useTranslation } from '../../../../i18n/use-translation.ts';
import { copyLater } from '../../../../lib/clipboard.ts';
import { addressOfPlace } from './place-address.ts';
import { QuestionItems } from './QuestionItems.tsx';
import { useQuestion } from './use-question.ts';

type Props = {
  file: ProjectFile;
  place: Place;
  /** Undefined where no point can be marked, or one is. */
  onMark: (() => void) | undefined;
};

/** Entries of the menu of a place: its link, and the ways to ask about it. Nothing of it is stored. */
export function PlaceMenu({ file, place, onMark }: Props) {
  const { t } = useTranslation();
  const question = useQuestion(file, place);
  const address = addressOfPlace(location.href, place);
  const copy = async () => {
    try {
      await copyLater(() => Promise.resolve(address));
      toastSuccess(t('viewer.momentCopied'));
    } catch (error) {
      console.error(error);
      toastError(t('viewer.momentFailed', { address }));
    }
  };
  return (
    <>
      <Menu.Item leftSection={<IconLink size={18} aria-hidden />} onClick={() => void copy()}>
        {t(`places.copy.${kindOf(place)}`)}
      </Menu.Item>
      {onMark && (
        <Menu.Item leftSection={<IconFocus2 size={18} aria-hidden />} onClick={onMark}>
          {t('places.mark')}
        </Menu.Item>
      )}
      <QuestionItems question={question} about={t('places.ask', { name: question?.name ?? '' })} />
    </>
  );
}

function kindOf({ t, page, at, line }: Place): 'moment' | 'page' | 'line' | 'point' | 'file' {
  if (at !== undefined) return 'point';
  if (t !== undefined) return 'moment';
  if (page !== undefined) return 'page';
  return line === undefined ? 'file' : 'line';
}
