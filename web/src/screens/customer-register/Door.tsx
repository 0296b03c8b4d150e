import type { VerifiedToken } from '@vitrin/shared/contract/users.ts';
import { Text } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { ContactLinks } from '../../components/ContactLinks.tsx';
import { useFormat } from '../../components/use-format.ts';
import { RecordedNotice } from '../../features/account/recorded/late-recorded.tsx';
import { invitationTitle } from '../../features/auth/passwords/invitation-title.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import classes from './Door.module.css';

/** Door to the work: its picture, the freelancer, its name, and the one action below. */
export function Door({ link, children }: { link: VerifiedToken; children: ReactNode }) {
  const { t } = useTranslation();
  const { face, work, freelancer } = link;
  const lead = t(freelancer === null ? 'auth.invitationLead' : 'auth.invitationLeadFrom');
  return (
    <div className={classes.door}>
      {work?.cover && <SoftCover address={work.cover} />}
      {freelancer !== null && <FreelancerMark name={face?.name ?? freelancer} logo={face?.logo ?? null} />}
      <h1 className={classes.title} data-above={work !== null || undefined}>
        {invitationTitle(t, link)}
      </h1>
      {work && (
        <p dir="auto" className={classes.project}>
          {work.project}
        </p>
      )}
      <Text c="dimmed" mt={8} mb="lg">
        {face?.greeting ?? lead}
      </Text>
      {children}
      <RecordedNotice of="client" />
      {face?.contact && (
        <Text size="sm" c="dimmed" mt="md">
          <ContactLinks contact={face.contact} />
        </Text>
      )}
    </div>
  );
}

/** Fades into the page; one that cannot be had leaves no hole, since the picture is no part of the message. */
function SoftCover({ address }: { address: string }) {
  const [isGone, setGone] = useState(false);
  if (isGone) return null;
  return <img className={classes.cover} src={address} alt="" onError={() => setGone(true)} />;
}

type MarkProps = { name: string; logo: NonNullable<VerifiedToken['face']>['logo'] };

function FreelancerMark({ name, logo }: MarkProps) {
  const format = useFormat();
  if (logo)
    return <img className={classes.logo} src={logo.address} width={logo.width} height={logo.height} alt="" />;
  return (
    <span className={classes.face} aria-hidden>
      {format.initial(name)}
    </span>
  );
}
