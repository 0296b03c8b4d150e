import { Accordion, Text, Title, VisuallyHidden } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'react-router';
import { plansQuery } from '../../features/plans/api.ts';
import classes from './Faq.module.css';

const FREELANCER_QUESTIONS = ['billing', 'trial', 'cancel', 'support'] as const;
const CUSTOMER_QUESTIONS = ['clients', ...FREELANCER_QUESTIONS] as const;

/** The questions of specification 2.11, at #faq. `withTitle` where they stand below the plans. */
export function Faq({ withTitle }: { withTitle: boolean }) {
  const { t } = useTranslation();
  const { hash } = useLocation();
  const plans = useQuery({ ...plansQuery, enabled: withTitle });
  // Scrolls again when the plans above are loaded and have moved it.
  useEffect(() => {
    if (hash === '#faq' && !plans.isLoading) document.getElementById('faq')?.scrollIntoView();
  }, [hash, plans.isLoading]);

  const questions = withTitle ? FREELANCER_QUESTIONS : CUSTOMER_QUESTIONS;
  const title = t('landing.faq.title');
  return (
    <section id="faq" aria-labelledby="faq-title" data-first={!withTitle} className={classes.faq}>
      {withTitle ? (
        <Title order={2} id="faq-title" mt={48} mb="md">
          {title}
        </Title>
      ) : (
        <VisuallyHidden component="h2" id="faq-title">
          {title}
        </VisuallyHidden>
      )}
      <Accordion
        variant="separated"
        order={3}
        defaultValue={withTitle ? null : 'clients'}
        classNames={{ item: classes.item }}
      >
        {questions.map((question) => (
          <Accordion.Item key={question} value={question}>
            <Accordion.Control>
              <Text fw={550}>{t(`landing.faq.${question}.question`)}</Text>
            </Accordion.Control>
            <Accordion.Panel>
              <Text maw="65ch">{t(`landing.faq.${question}.answer`)}</Text>
            </Accordion.Panel>
          </Accordion.Item>
        ))}
      </Accordion>
    </section>
  );
}
