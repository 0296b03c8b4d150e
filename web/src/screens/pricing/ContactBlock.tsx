import { Button, Group, Text, Title } from '@mantine/core';
import { IconMail } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { paths } from '../../paths.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { checkoutSettingsQuery } from '../../features/checkout/api.ts';
import classes from './ContactBlock.module.css';

/** The contact block (specification 2.11); the address is that of the installation (CONTACT_EMAIL). */
export function ContactBlock() {
  const { t } = useTranslation();
  const settings = useQuery(checkoutSettingsQuery);
  const address = settings.data?.contact_email;
  return (
    <section className={classes.contact} aria-labelledby="contact-title">
      <div className={classes.text}>
        <Title order={2} id="contact-title">
          {t('pricing.contact')}
        </Title>
        <Text c="dimmed" mt={4}>
          {t('pricing.contactLead')}
        </Text>
      </div>
      {address && (
        <Group>
          <Button component={Link} to={paths.support} h={44}>
            {t('pricing.askSupport')}
          </Button>
          <Button
            component="a"
            href={`mailto:${address}`}
            variant="default"
            h={44}
            leftSection={<IconMail size={18} />}
          >
            {address}
          </Button>
        </Group>
      )}
    </section>
  );
}
