import { Description, MAX_VERSION_NUMBER_LENGTH, nameText } from '@vitrin/shared/contract/common.ts';
import type { ReadyAt, Version } from '@vitrin/shared/contract/versions.ts';
import type { ReactNode } from 'react';
import { useTranslation } from '../../i18n/use-translation.ts';
import { z } from 'zod';
import { PartForm } from '../../components/forms/PartForm.tsx';
import { useCreateVersion, useUpdateVersion } from './api.ts';
import { DRAFT, NOW, ReadyField, toReadyValue, UNKNOWN } from './ReadyField.tsx';
import { useScheduledTime } from './use-scheduled-time.ts';

/** The time is checked where it counts, by the server's clock. */
const VersionFields = z.object({
  version_number: nameText(MAX_VERSION_NUMBER_LENGTH),
  description: Description,
  ready_at: z.string().refine((value) => value !== UNKNOWN, 'blank'),
});

const toReadyAt = (value: string): ReadyAt => (value === DRAFT ? null : value);

type Props = {
  projectId: number;
  /** Suggested name of a new version. */
  suggestion: string;
  version?: Version | undefined;
  /** Field for files of a new version, which `onCreated` uploads. */
  fileField?: ReactNode;
  onCreated: (version: Version) => void;
  onClose: () => void;
};

export function VersionForm({ projectId, suggestion, version, fileField, onCreated, onClose }: Props) {
  const { t } = useTranslation();
  const create = useCreateVersion();
  const update = useUpdateVersion(version?.id ?? 0);
  const scheduledTime = useScheduledTime();
  const toText = (value: string) => {
    if (value === NOW) return t('drafts.now');
    return value === DRAFT ? t('drafts.draft') : t('drafts.seenOn', { time: scheduledTime(value) });
  };
  return (
    <PartForm
      line="version_number"
      lineLabel={t('versions.number')}
      lineHelp={{ description: t('versionForm.numberHint') }}
      descriptionLabel={t('versions.description')}
      schema={VersionFields}
      item={version}
      newValues={{ version_number: suggestion, description: '', ready_at: NOW }}
      toValues={(item) => ({
        version_number: item.version_number,
        description: item.description,
        ready_at: toReadyValue(item),
      })}
      create={async ({ ready_at, ...values }) =>
        onCreated(await create.mutateAsync({ ...values, ready_at: toReadyAt(ready_at), project: projectId }))
      }
      update={async ({ ready_at, ...values }, editedAt) =>
        void (await update.mutateAsync({
          ...values,
          ...(ready_at !== undefined && { ready_at: toReadyAt(ready_at) }),
          edited_at: editedAt,
        }))
      }
      further={{
        field: 'ready_at',
        label: t('drafts.when'),
        renderInput: (field) => (
          <ReadyField {...field} isSeen={version !== undefined && toReadyValue(version) === NOW} />
        ),
        toText,
      }}
      addLabel={t('versions.add')}
      isSaving={create.isPending || update.isPending}
      onClose={onClose}
    >
      {!version && fileField}
    </PartForm>
  );
}
