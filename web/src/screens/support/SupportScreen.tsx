import { Skeleton, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { ErrorState } from '../../components/feedback/ErrorState.tsx';
import { useDocumentTitle } from '../../components/use-document-title.ts';
import { useFormat } from '../../components/use-format.ts';
import { supportQuery } from '../../features/account/support-api.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { SupportForm } from './SupportForm.tsx';
import classes from './SupportScreen.module.css';

/** Questions to the people behind the installation, and those asked before (specification 7.16). */
export function SupportScreen() {
  const { t } = useTranslation();
  const format = useFormat();
  const questions = useQuery(supportQuery);
  useDocumentTitle(t('support.title'));
  return (
    <>
      <Title order={1}>{t('support.title')}</Title>
      <Text c="dimmed" mt={4} mb="xl" maw="65ch">
        {t('support.lead')}
      </Text>
      <SupportForm />
      <Title order={2} mt={48} mb="md">
        {t('support.own')}
      </Title>
      {questions.isPending && <Skeleton height={96} radius="md" />}
      {questions.isError && (
        <ErrorState
          error={questions.error}
          fallback={t('support.failed')}
          onRetry={() => void questions.refetch()}
        />
      )}
      {questions.data?.length === 0 && <Text c="dimmed">{t('support.none')}</Text>}
      {questions.isSuccess && questions.data.length > 0 && (
        <ul className={classes.questions}>
          {questions.data.map(({ reference, subject, text, created_at, answer_by }) => (
            <li key={reference} className={classes.question}>
              <Text fw={550}>{subject}</Text>
              <Text size="sm" c="dimmed">
                {reference} · <time dateTime={created_at}>{format.dateTime(created_at)}</time>
                {answer_by !== null && ` · ${t('support.answerBy', { time: format.dateTime(answer_by) })}`}
              </Text>
              <Text className={classes.text} mt="xs">
                {text}
              </Text>
            </li>
          ))}
        </ul>
      )}
    </>
  );
}
