import { Select } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { projectQuery } from '../../../features/projects/api.ts';
import { useTranslation } from '../../../i18n/use-translation.ts';

type Props = { project: number; chosen: number | undefined; onChange: (id: string | null) => void };

/** Chooses one version of a project, or all. */
export function VersionSelect({ project, chosen, onChange }: Props) {
  const { t } = useTranslation();
  const { data } = useQuery(projectQuery(project));
  const versions = data?.versions ?? [];
  return (
    <Select
      label={t('figures.dimension.version')}
      data={[
        { value: '', label: t('figures.allVersions') },
        ...versions.map(({ id, version_number: number }) => ({
          value: String(id),
          label: t('figures.version', { number }),
        })),
      ]}
      allowDeselect={false}
      value={chosen === undefined ? '' : String(chosen)}
      onChange={(value) => onChange(value === '' ? null : value)}
    />
  );
}
