import { Box, Button, Skeleton, Table, Text, Title } from '@mantine/core';
import { useDisclosure, useId } from '@mantine/hooks';
import { IconChartBar, IconTable } from '@tabler/icons-react';
import { type ReactNode, Suspense } from 'react';
import { useTranslation } from '../../i18n/use-translation.ts';
import classes from './ChartCard.module.css';

type Props = {
  title: string;
  /** One sentence that says what the chart shows. */
  lead?: ReactNode;
  /** The chart's figures in short, which are shown with the table as well. */
  figures?: ReactNode;
  /** Controls beside the switch between chart and table. */
  actions?: ReactNode;
  /** Shown in place of chart, figures and table where there are none. */
  instead?: ReactNode;
  /** The chart; a skeleton is shown while its code loads. */
  children?: ReactNode;
  head: readonly string[];
  rows: readonly { key: string | number; cells: readonly ReactNode[] }[];
};

/** A chart, and its numbers as a table behind a button. */
export function ChartCard({ title, lead, figures, actions, instead, children, head, rows }: Props) {
  const { t } = useTranslation();
  const id = useId();
  const [isTable, table] = useDisclosure(false);
  const Icon = isTable ? IconChartBar : IconTable;
  return (
    <section className={classes.card} aria-labelledby={id}>
      <div className={classes.head} data-crowded={actions ? true : undefined}>
        <Title order={2} id={id} size="h3">
          {title}
        </Title>
        {actions}
        {!instead && (
          <Button
            variant="subtle"
            color="gray"
            h={44}
            px="sm"
            leftSection={<Icon size={16} stroke={1.7} aria-hidden />}
            onClick={table.toggle}
            aria-label={t(isTable ? 'analytics.showChartOf' : 'analytics.showTableOf', { title })}
          >
            <span className={classes.label}>
              {t(isTable ? 'analytics.showChart' : 'analytics.showTable')}
            </span>
          </Button>
        )}
      </div>
      {lead && (
        <Text size="sm" c="dimmed" mb="md">
          {lead}
        </Text>
      )}
      {!instead && figures}
      {instead ? (
        <div className={classes.instead}>{instead}</div>
      ) : isTable ? (
        // A long table scrolls, by keys too.
        <Box className={classes.table} tabIndex={0}>
          <Table>
            <Table.Thead>
              <Table.Tr>
                {head.map((label) => (
                  <Table.Th key={label}>{label}</Table.Th>
                ))}
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {rows.map(({ key, cells }) => (
                <Table.Tr key={key}>
                  {head.map((label, column) => (
                    <Table.Td key={label}>{cells[column]}</Table.Td>
                  ))}
                </Table.Tr>
              ))}
            </Table.Tbody>
          </Table>
        </Box>
      ) : (
        <div aria-hidden>
          <Suspense fallback={<Skeleton height={220} />}>{children}</Suspense>
        </div>
      )}
    </section>
  );
}
