import { Skeleton, Table } from '@mantine/core';
import { useTranslation } from '../../i18n/use-translation.ts';
import { CustomerTableHead } from './CustomerTable.tsx';
import { LoadingNote } from '../../components/feedback/LoadingNote.tsx';
import dataTable from '../../components/lists/DataTable.module.css';
import classes from './CustomerTable.module.css';

export function CustomerTableSkeleton() {
  const { t } = useTranslation();
  return (
    <div className={dataTable.frame} aria-busy>
      <LoadingNote>{t('customers.loading')}</LoadingNote>
      <Table className={dataTable.table} layout="fixed" aria-hidden>
        <CustomerTableHead />
        <Table.Tbody>
          {Array.from({ length: 6 }, (_, row) => (
            <Table.Tr key={row} className={classes.row}>
              <Table.Td>
                <div className={classes.person}>
                  <Skeleton height={36} circle />
                  <Skeleton height={14} width={`${60 - (row % 3) * 12}%`} />
                </div>
              </Table.Td>
              <Table.Td visibleFrom="sm">
                <Skeleton height={14} width="70%" />
              </Table.Td>
              <Table.Td visibleFrom="md">
                <Skeleton height={14} width="50%" />
              </Table.Td>
              <Table.Td>
                <Skeleton height={36} />
              </Table.Td>
              <Table.Td />
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </div>
  );
}
