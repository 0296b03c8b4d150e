import { Button, Menu } from '@mantine/core';
import { IconEye, IconLink, IconMessageForward, IconSend, IconShare } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import type { Project } from '@vitrin/shared/contract/projects.ts';
import type { Version } from '@vitrin/shared/contract/versions.ts';
import { useState } from 'react';
import { useNow } from '../../../components/rendered-clock.ts';
import { toastSuccess } from '../../../components/feedback/toast.ts';
import { useActionError } from '../../../components/feedback/use-action-error.ts';
import { useClientMail, versionNoticesQuery } from '../../../features/notices/client-mail-api.ts';
import { waitingIn } from '../../../features/versions/waiting.ts';
import { useTranslation } from '../../../i18n/use-translation.ts';
import { paths } from '../../../paths.ts';
import { MessageModal } from '../activity/lazy-message.ts';
import { useCopyProjectLink } from './use-copy-project-link.ts';

/** The primary action of a project: the ways in which the client gets to see it (specification 2.8). */
export function ShareButton({ project }: { project: Project }) {
  const { t } = useTranslation();
  const [isWriting, setWriting] = useState(false);
  const copy = useCopyProjectLink(project);
  const now = useNow();
  // A version that the client does not see yet cannot be sent.
  const waiting = waitingIn(project.versions, now());
  const newest = project.versions.findLast(({ id }) => !waiting.has(id));
  const isWritable = newest !== undefined && project.customer_id !== null;
  return (
    <>
      <Menu position="bottom-end" width={240}>
        <Menu.Target>
          <Button h={44} leftSection={<IconShare size={18} stroke={1.6} />}>
            {t('work.share')}
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          {project.customer_id !== null && (
            <Menu.Item leftSection={<IconLink size={16} />} onClick={() => void copy()}>
              {t('work.copyLink')}
            </Menu.Item>
          )}
          {isWritable && <NotifyItem version={newest} client={project.customer ?? ''} />}
          {isWritable && (
            <Menu.Item leftSection={<IconMessageForward size={16} />} onClick={() => setWriting(true)}>
              {t('project.writeMessage')}
            </Menu.Item>
          )}
          <Menu.Item
            component="a"
            href={paths.projectAsClient(project.id)}
            leftSection={<IconEye size={16} />}
          >
            {t('work.viewAsClient')}
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      {newest && <MessageModal opened={isWriting} versionId={newest.id} onClose={() => setWriting(false)} />}
    </>
  );
}

/** Notifies the client of the newest version by mail, if that is possible now. */
function NotifyItem({ version, client }: { version: Version; client: string }) {
  const { t } = useTranslation();
  const { data } = useQuery(versionNoticesQuery(version));
  const notice = useClientMail(version.id, 'tell');
  const showError = useActionError();
  if (!data?.can_tell) return null;
  const notifyNow = () =>
    notice.mutate(undefined, {
      onSuccess: () => toastSuccess(t('work.mailLeaves', { client })),
      onError: (error) => showError(error),
    });
  return (
    <Menu.Item leftSection={<IconSend size={16} />} onClick={notifyNow}>
      {t('work.tellByMail')}
    </Menu.Item>
  );
}
