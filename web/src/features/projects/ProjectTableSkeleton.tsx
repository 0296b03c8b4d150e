import { Skeleton, Table } from '@mantine/core';
import { useTranslation } from '../../i18n/use-translation.ts';
import { ProjectTableHead } from './ProjectTable.tsx';
import { LoadingNote } from '../../components/feedback/LoadingNote.tsx';
import dataTable from '../../components/lists/DataTable.module.css';
import classes from './ProjectTable.module.css';

export function ProjectTableSkeleton({ rows = 5 }: { rows?: number }) {
  const { t } = useTranslation();
  return (
    <div className={dataTable.frame} aria-busy>
      <LoadingNote>{t('projects.loading')}</LoadingNote>
      <Table className={dataTable.table} layout="fixed" aria-hidden>
        <ProjectTableHead />
        <Table.Tbody>
          {Array.from({ length: rows }, (_, row) => (
            <Table.Tr key={row} className={classes.row}>
              <Table.Td>
                <div className={classes.nameCell}>
                  <Skeleton height={40} width={48} radius="sm" />
                  <div className={classes.names}>
                    <Skeleton height={14} my={5} width={`${70 - (row % 3) * 15}%`} />
                    <div className={classes.state}>
                      <Skeleton height={20} width={110} />
                    </div>
                  </div>
                </div>
              </Table.Td>
              <Table.Td>
                <Skeleton height={14} width="60%" />
              </Table.Td>
              <Table.Td visibleFrom="sm">
                <Skeleton height={20} width={80} />
              </Table.Td>
              <Table.Td visibleFrom="md">
                <Skeleton height={8} radius="xl" />
              </Table.Td>
              <Table.Td visibleFrom="lg">
                <Skeleton height={14} width={80} />
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </div>
  );
}
