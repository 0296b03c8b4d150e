import { Anchor, Button, Group, Stack, Text } from '@mantine/core';
import { IconCheck, IconCopy } from '@tabler/icons-react';
import type { Person } from '@vitrin/shared/contract/customers.ts';
import { useState } from 'react';
import { useTranslation } from '../../i18n/use-translation.ts';
import { FormModal } from '../../components/forms/FormModal.tsx';
import { contactWays } from '../../components/contact-ways.ts';
import { useAutofocus } from '../../components/forms/use-autofocus.ts';
import { CustomerForm } from './CustomerForm.tsx';
import { useCreateCustomer } from './api.ts';
import { registrationLink } from '../../paths.ts';
import { useCopyLink } from './use-copy-link.ts';

type Props = { opened: boolean; onClose: () => void };

/** Creates a customer and then offers the registration link. */
export function CustomerModal({ opened, onClose }: Props) {
  const { t } = useTranslation();
  const create = useCreateCustomer();
  const [created, setCreated] = useState<{ customer: Person; phone: string } | null>(null);
  return (
    <FormModal
      opened={opened}
      onClose={onClose}
      size="md"
      title={t(created ? 'customers.createdTitle' : 'customers.createTitle')}
      onExited={() => setCreated(null)}
    >
      {created ? (
        <InvitationReady {...created} onDone={onClose} />
      ) : (
        <CustomerForm
          create={create}
          submitLabel={t('customers.create')}
          asksPhone
          onCreated={(customer, phone) => setCreated({ customer, phone })}
          onCancel={onClose}
        />
      )}
    </FormModal>
  );
}

type ReadyProps = { customer: Person; phone: string; onDone: () => void };

function InvitationReady({ customer, phone, onDone }: ReadyProps) {
  const { t } = useTranslation();
  const { copy, isCopied, isCopying } = useCopyLink(customer);
  const autofocus = useAutofocus<HTMLButtonElement>();
  return (
    <Stack gap="md">
      {customer.invitation && <Text>{t('customers.mailedTo', { email: customer.invitation.email })}</Text>}
      <Text>{t('customers.createdMessage', { username: customer.username })}</Text>
      {customer.reset_token !== null && (
        <ShareLinks link={registrationLink(location.origin, customer.reset_token)} phone={phone} />
      )}
      <Group justify="flex-end" gap="sm">
        <Button variant="default" h={44} onClick={onDone}>
          {t('actions.close')}
        </Button>
        <Button
          h={44}
          {...autofocus}
          aria-busy={isCopying}
          leftSection={isCopied ? <IconCheck size={18} /> : <IconCopy size={18} />}
          onClick={() => void copy()}
        >
          {t(isCopied ? 'customers.copied' : 'customers.copyLink')}
        </Button>
      </Group>
    </Stack>
  );
}

/** Hands the link to a program of this device: to the given number, or to the one that the person then chooses there. */
function ShareLinks({ link, phone }: { link: string; phone: string }) {
  const { t } = useTranslation();
  const text = encodeURIComponent(t('customers.shareText', { link }));
  const { sms = 'sms:', whatsApp = 'https://wa.me/' } = contactWays(phone);
  return (
    <Group gap="md">
      <Anchor href={`${whatsApp}?text=${text}`} target="_blank" rel="noreferrer" py={10}>
        {t('customers.shareWhatsApp')}
      </Anchor>
      <Anchor href={`${sms}?&body=${text}`} py={10}>
        {t('customers.shareSms')}
      </Anchor>
    </Group>
  );
}
