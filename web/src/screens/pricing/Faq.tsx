import { Accordion, Text, Title, VisuallyHidden } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useTranslation } from '../../i18n/use-translation.ts';
import { useLocation } from 'react-router';
import { plansQuery } from '../../features/plans/api.ts';
import classes from './Faq.module.css';

const ABOUT_PLANS = (['billing', 'trial', 'cancel', 'support'] as const).map(
  (name) => `landing.faq.${name}` as const,
);
const OF_CLIENTS = (['empty', 'cost', 'download', 'privacy', 'feedback', 'password'] as const).map(
  (name) => `pricing.clientQuestions.${name}` as const,
);

/** Questions of specification 2.11 at #faq: alone for clients, the first one open; below the plans for freelancers. */
export function Faq({ isOfClient }: { isOfClient: boolean }) {
  const { t } = useTranslation();
  const { hash } = useLocation();
  const plans = useQuery({ ...plansQuery, enabled: !isOfClient });
  // Scrolls again when the plans above are loaded and have moved it.
  useEffect(() => {
    if (hash === '#faq' && !plans.isLoading) document.getElementById('faq')?.scrollIntoView();
  }, [hash, plans.isLoading]);

  const questions = isOfClient ? [...OF_CLIENTS, ...ABOUT_PLANS] : ABOUT_PLANS;
  const title = t('landing.faq.title');
  return (
    <section id="faq" aria-labelledby="faq-title" data-first={isOfClient} className={classes.faq}>
      {isOfClient ? (
        <VisuallyHidden component="h2" id="faq-title">
          {title}
        </VisuallyHidden>
      ) : (
        <Title order={2} id="faq-title" mt={48} mb="md">
          {title}
        </Title>
      )}
      <Accordion
        variant="separated"
        order={3}
        defaultValue={isOfClient ? OF_CLIENTS[0] : null}
        classNames={{ item: classes.item }}
      >
        {questions.map((question) => (
          <Accordion.Item key={question} value={question}>
            <Accordion.Control>
              <Text fw={550}>{t(`${question}.question`)}</Text>
            </Accordion.Control>
            <Accordion.Panel>
              <Text maw="65ch">{t(`${question}.answer`)}</Text>
            </Accordion.Panel>
          </Accordion.Item>
        ))}
      </Accordion>
    </section>
  );
}
