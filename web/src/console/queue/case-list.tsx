import { useMediaQuery } from '@mantine/hooks';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import type { SupportCase } from '@/api/gen-support';
import { Ltr } from '@/components/ltr';
import { Group } from '@/components/ui/layout';
import { Table } from '@/components/ui/table';
import { useLanguage } from '@/lib/text/use-language';
import { age } from '../age';
import { casePath } from '../case-path';
import { ClaimMark } from '../claim-mark';
import { LateMark } from '../late-mark';
import classes from './case-list.module.css';
import { useRows } from './use-rows';

interface Props {
  cases: readonly SupportCase[];
  /** The time at which the list was read; ages are relative to it. */
  readAt: string;
}

const keyOf = ({ kind, id }: SupportCase) => `${kind} ${id}`;

function Reference({ of }: { of: SupportCase }) {
  const language = useLanguage();
  return (
    <Link data-row className={classes.reference} to={casePath(language, of)}>
      <Ltr>{of.reference}</Ltr>
    </Link>
  );
}

function What({ of }: { of: SupportCase }) {
  return (
    <>
      {of.title}
      {of.msisdn && (
        <>
          {' '}
          <Ltr className="one-line">{of.msisdn}</Ltr>
        </>
      )}
    </>
  );
}

function Age({ of, readAt }: { of: SupportCase; readAt: string }) {
  const { t } = useTranslation('console');
  const language = useLanguage();
  return (
    <span className={classes.age}>
      <time dateTime={of.since}>{age(of.since, readAt, language) || t('justNow')}</time>
      {of.late && <LateMark />}
    </span>
  );
}

const columns = ['reference', 'what', 'reason', 'age', 'impact', 'claim'] as const;

function CaseTable({ cases, readAt }: Props) {
  const { t } = useTranslation('console');
  const { list, onKeyDown } = useRows<HTMLTableSectionElement>();
  return (
    <Table highlightOnHover>
      <Table.Caption className="visually-hidden">{t('queue.title')}</Table.Caption>
      <Table.Thead>
        <Table.Tr>
          {columns.map((column) => (
            <Table.Th key={column} scope="col">
              {t(`queue.column.${column}`)}
            </Table.Th>
          ))}
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody ref={list} onKeyDown={onKeyDown}>
        {cases.map((each) => (
          <Table.Tr key={keyOf(each)} className={classes.row}>
            <Table.Th scope="row">
              <Reference of={each} />
            </Table.Th>
            <Table.Td>
              <What of={each} />
            </Table.Td>
            <Table.Td>{each.reason}</Table.Td>
            <Table.Td>
              <Age of={each} readAt={readAt} />
            </Table.Td>
            <Table.Td>{each.impact.text}</Table.Td>
            <Table.Td>
              <ClaimMark claim={each.claim} />
            </Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  );
}

function CaseCards({ cases, readAt }: Props) {
  const { t } = useTranslation('console');
  const { list, onKeyDown } = useRows<HTMLUListElement>();
  return (
    <ul ref={list} className={classes.cards} aria-label={t('queue.title')} onKeyDown={onKeyDown}>
      {cases.map((each) => (
        <li key={keyOf(each)} className={classes.card}>
          <Group component="p" gap="0.25rem 1rem" justify="space-between">
            <Reference of={each} />
            <Age of={each} readAt={readAt} />
          </Group>
          <p>
            <What of={each} />
          </p>
          <p className="strong">{each.reason}</p>
          <p className="dimmed">{each.impact.text}</p>
          <p>
            <ClaimMark claim={each.claim} />
          </p>
        </li>
      ))}
    </ul>
  );
}

/** A table on wide screens, cards on a phone; the reference of a case opens the case. */
export function CaseList(props: Props) {
  const narrow = useMediaQuery('(max-width: 61.99em)', false, { getInitialValueInEffect: false });
  return narrow ? <CaseCards {...props} /> : <CaseTable {...props} />;
}
