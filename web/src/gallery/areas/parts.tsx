import { useState } from 'react';
import { Comparison } from '@/components/comparison/comparison';
import { Disclosure } from '@/components/disclosure';
import { Money } from '@/components/money';
import { RenewalChoice } from '@/components/renewal/renewal-choice';
import { Group, Stack } from '@/components/ui/layout';
import { Pagination } from '@/components/ui/pagination';
import { Progress } from '@/components/ui/progress';
import { Table } from '@/components/ui/table';
import { Tabs } from '@/components/ui/tabs';
import { useWords } from '../made-up';
import { Specimen } from '../specimen';

const renewal = {
  id: '01920000-0000-7000-8000-0000000000e1',
  kind: 'bundle',
  itemId: 'mix',
  purchaseId: '01920000-0000-7000-8000-0000000000e2',
  price: 7_500,
  days: 30,
  until: '2026-12-24T09:00:00Z',
} as const;

/** Mantine's components for later pages, as the folder `parts` exports them. */
export function Parts() {
  const { label, options, long, lead, action, other } = useWords();
  const [tab, setTab] = useState<string>(options[0]);
  const [page, setPage] = useState(4);
  return (
    <>
      <Specimen of="parts/table">
        <Table>
          <Table.Thead>
            <Table.Tr>
              <Table.Th scope="col">{label}</Table.Th>
              <Table.Th scope="col">{options[0]}</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {[...options, long].map((name, index) => (
              <Table.Tr key={name}>
                <Table.Th scope="row">{name}</Table.Th>
                <Table.Td>
                  <Money amount={(index + 1) * 12_345} />
                </Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </Specimen>
      <Specimen of="parts/layout">
        <Stack gap="xs">
          <Group justify="space-between">
            <strong>{label}</strong>
            <span>{long}</span>
          </Group>
          <span>{lead}</span>
        </Stack>
      </Specimen>
      <Specimen of="disclosure">
        <Disclosure title={label}>{lead}</Disclosure>
        <Disclosure title={long} open>
          {long}
        </Disclosure>
      </Specimen>
      <Specimen of="renewal/renewal-choice">
        <div className="stack">
          {[true, false].map((renews) => (
            <RenewalChoice
              key={String(renews)}
              renewal={{ ...renewal, name: label, renews, billed: false }}
              onDone={() => undefined}
            />
          ))}
        </div>
      </Specimen>
      <Specimen of="parts/pagination">
        <Pagination
          label={label}
          page={page}
          per_page={10}
          total={200}
          previous={other}
          next={action}
          nameOf={(of, pages) => `${of} / ${pages}`}
          onPage={setPage}
        />
      </Specimen>
      <Specimen of="parts/progress">
        <div className="stack">
          <Progress label={label} part={0} text="0%" />
          <Progress label={label} part={0.3} text="30%" />
          <Progress label={label} part={1} text="100%" />
        </div>
      </Specimen>
      <Specimen of="parts/tabs">
        <Tabs
          label={label}
          tabs={options.map((name) => ({ name, title: name }))}
          current={tab}
          onChange={setTab}
        >
          <p>{lead}</p>
        </Tabs>
      </Specimen>
      <Specimen of="parts/tabs, long titles">
        <Tabs
          label={label}
          tabs={[lead, label, action].map((name) => ({ name, title: name }))}
          current={lead}
          onChange={() => undefined}
        >
          <p>{long}</p>
        </Tabs>
      </Specimen>
      <Specimen of="comparison/comparison">
        <Comparison
          of="plans"
          items={options.map((name) => ({ id: name, name }))}
          features={[
            [label, ({ name }) => name],
            [long, ({ name }) => (name === options[0] ? long : undefined)],
          ]}
          isPending={false}
          error={undefined}
          onRetry={() => undefined}
        />
      </Specimen>
    </>
  );
}
