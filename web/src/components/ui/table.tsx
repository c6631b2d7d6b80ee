import '@mantine/core/styles/Table.layer.css';
import { Table as MantineTable, type TableProps } from '@mantine/core';

/**
 * Mantine's table with the app's colours and the size of the surrounding text. Its cells are Mantine's:
 * Table.Th, Table.Td.
 */
export function Table(props: TableProps) {
  return (
    <MantineTable
      fz="inherit"
      borderColor="var(--line)"
      verticalSpacing="xs"
      horizontalSpacing="xs"
      {...props}
    />
  );
}

Table.Caption = MantineTable.Caption;
Table.Thead = MantineTable.Thead;
Table.Tbody = MantineTable.Tbody;
Table.Tfoot = MantineTable.Tfoot;
Table.Tr = MantineTable.Tr;
Table.Th = MantineTable.Th;
Table.Td = MantineTable.Td;
