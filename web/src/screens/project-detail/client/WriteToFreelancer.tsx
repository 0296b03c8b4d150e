import { Button, Group } from '@mantine/core';
import { IconBrandWhatsapp, IconMail, IconPhone } from '@tabler/icons-react';
import { contactWays } from '../../../components/contact-ways.ts';
import { useCurrentUser } from '../../../features/auth/api.ts';
import { useTranslation } from '../../../i18n/use-translation.ts';

type Props = {
  /** Subject of the mail. */
  subject: string;
};

/** Lets a client answer by their own mail, messenger or phone; nothing where the freelancer named no contact. */
export function WriteToFreelancer({ subject }: Props) {
  const { t } = useTranslation();
  const face = useCurrentUser()?.face;
  if (!face?.contact) return null;
  const { mail, phone, whatsApp } = contactWays(face.contact);
  const about = encodeURIComponent(subject);
  const write = mail === undefined ? whatsApp && `${whatsApp}?text=${about}` : `${mail}?subject=${about}`;
  const WriteIcon = mail === undefined ? IconBrandWhatsapp : IconMail;
  return (
    <Group gap="sm" mb="md">
      {write !== undefined && (
        <Button
          component="a"
          href={write}
          {...(mail === undefined && { target: '_blank', rel: 'noreferrer' })}
          variant="default"
          h={44}
          leftSection={<WriteIcon size={18} />}
        >
          {t('project.writeTo', { name: face.name })}
        </Button>
      )}
      {phone !== undefined && (
        <Button component="a" href={phone} variant="default" h={44} leftSection={<IconPhone size={18} />}>
          {t('project.call', { name: face.name })}
        </Button>
      )}
    </Group>
  );
}
