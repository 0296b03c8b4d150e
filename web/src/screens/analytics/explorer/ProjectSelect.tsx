import { Select } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { projectPageQuery, projectQuery } from '../../../features/projects/api.ts';
import { useTranslation } from '../../../i18n/use-translation.ts';

/** Projects that are offered at a time; the rest are found by their names. */
const OFFERED = 50;
const PAUSE_MS = 250;

type Props = { chosen: number | undefined; onChange: (id: string | null) => void };

/** Chooses one project, or all, by its name. */
export function ProjectSelect({ chosen, onChange }: Props) {
  const { t } = useTranslation();
  const [text, setText] = useState('');
  const [search] = useDebouncedValue(text, PAUSE_MS);
  const all = t('figures.allProjects');
  const { data: current } = useQuery({ ...projectQuery(chosen ?? 0), enabled: chosen !== undefined });
  const isSearch = search !== '' && search !== all && search !== current?.name;
  const { data: page } = useQuery(
    projectPageQuery({ limit: OFFERED, ordering: 'name', search: isSearch ? search : undefined }, 1),
  );
  const offered = new Map(page?.results.map(({ id, name }) => [String(id), name]));
  if (current) offered.set(String(current.id), current.name);
  return (
    <Select
      label={t('figures.dimension.project')}
      data={[{ value: '', label: all }, ...Array.from(offered, ([value, label]) => ({ value, label }))]}
      searchable
      allowDeselect={false}
      onSearchChange={setText}
      value={chosen === undefined ? '' : String(chosen)}
      onChange={(value) => onChange(value === '' ? null : value)}
    />
  );
}
