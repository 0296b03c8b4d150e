import { Description, MAX_VERSION_NUMBER_LENGTH, nameText } from '@vitrin/shared/contract/common.ts';
import type { Version } from '@vitrin/shared/contract/versions.ts';
import type { ReactNode } from 'react';
import { useTranslation } from '../../i18n/use-translation.ts';
import { z } from 'zod';
import { PartForm } from '../../components/forms/PartForm.tsx';
import { useCreateVersion, useUpdateVersion } from './api.ts';

const VersionFields = z.object({
  version_number: nameText(MAX_VERSION_NUMBER_LENGTH),
  description: Description.optional(),
});

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
  return (
    <PartForm
      line="version_number"
      lineLabel={t('versions.number')}
      lineHelp={{ description: t('versionForm.numberHint') }}
      descriptionLabel={t('versions.description')}
      schema={VersionFields}
      item={version}
      newValues={{ version_number: suggestion, description: '' }}
      toValues={({ version_number, description }) => ({ version_number, description })}
      create={async (values) => onCreated(await create.mutateAsync({ ...values, project: projectId }))}
      update={async (values, editedAt) => void (await update.mutateAsync({ ...values, edited_at: editedAt }))}
      submitLabel={t(version ? 'actions.save' : 'versions.add')}
      isSaving={create.isPending || update.isPending}
      onClose={onClose}
    >
      {!version && fileField}
    </PartForm>
  );
}
