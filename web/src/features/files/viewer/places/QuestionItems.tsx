import { Menu } from '@mantine/core';
import { IconBrandWhatsapp, IconMail, IconShare2 } from '@tabler/icons-react';
import { toastError } from '../../../../components/feedback/toast.ts';
import { useTranslation } from '../../../../i18n/use-translation.ts';
import type { Question } from './use-question.ts';

type Props = {
  /** Undefined where there is no one to ask. */
  question: Question | undefined;
  /** Heading of the entries. */
  about: string;
};

/** Entries of a menu that open the person's own messenger with a question. Nothing of it is stored. */
export function QuestionItems({ question, about }: Props) {
  const { t } = useTranslation();
  if (!question || !(question.whatsApp ?? question.mail ?? 'share' in navigator)) return null;
  const share = async (text: string) => {
    try {
      await navigator.share({ text });
    } catch (error) {
      // The sheet was closed without a choice.
      if (error instanceof DOMException && error.name === 'AbortError') return;
      console.error(error);
      toastError(t('places.shareFailed'));
    }
  };
  return (
    <>
      <Menu.Divider />
      <Menu.Label>{about}</Menu.Label>
      {question.whatsApp !== undefined && (
        <Menu.Item
          component="a"
          href={question.whatsApp}
          target="_blank"
          rel="noopener"
          leftSection={<IconBrandWhatsapp size={18} aria-hidden />}
        >
          {t('places.byWhatsApp')}
        </Menu.Item>
      )}
      {question.mail !== undefined && (
        <Menu.Item component="a" href={question.mail} leftSection={<IconMail size={18} aria-hidden />}>
          {t('places.byMail')}
        </Menu.Item>
      )}
      {'share' in navigator && (
        <Menu.Item
          leftSection={<IconShare2 size={18} aria-hidden />}
          onClick={() => void share(question.text)}
        >
          {t('places.share')}
        </Menu.Item>
      )}
    </>
  );
}
