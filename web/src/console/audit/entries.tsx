import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import type { AuditEntry } from '@/api/gen-support';
import { Email } from '@/components/ltr';
import { Table } from '@/components/ui/table';
import { dayAndTime } from '@/lib/text/format';
import { useLanguage } from '@/lib/text/use-language';
import classes from './audit.module.css';
import { addressOf } from './filters';

/** The person, as a link to all of that person's entries. */
function Actor({ of: { actor, actorKind, actorName } }: { of: AuditEntry }) {
  const { t } = useTranslation('console');
  return (
    <>
      <Link to={addressOf({ actor })}>
        {actorName ? <Email address={actorName} /> : t(`audit.actorKind.${actorKind}`)}
      </Link>
      {actorName && <p className="dimmed">{t(`audit.actorKind.${actorKind}`)}</p>}
    </>
  );
}

/** The server writes the details. */
function About({ of: { note, facts = [], orderId, reference } }: { of: AuditEntry }) {
  const { t } = useTranslation('console');
  return (
    <>
      {note && (
        <p>
          <bdi>{note}</bdi>
        </p>
      )}
      <dl className={classes.details}>
        {facts.map(({ name, value }) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>
              <bdi>{value}</bdi>
            </dd>
          </div>
        ))}
      </dl>
      {orderId && (
        <Link to={addressOf({ orderId })}>
          {reference ? t('audit.allOf', { reference: `\u2066${reference}\u2069` }) : t('audit.allOfWork')}
        </Link>
      )}
    </>
  );
}

const columns = ['at', 'who', 'action', 'about'] as const;

/** The logged actions, the newest first. */
export function Entries({ entries }: { entries: readonly AuditEntry[] }) {
  const { t } = useTranslation('console');
  const language = useLanguage();
  return (
    <Table className={classes.entries}>
      <Table.Caption className="visually-hidden">{t('audit.title')}</Table.Caption>
      <Table.Thead>
        <Table.Tr>
          {columns.map((column) => (
            <Table.Th key={column} scope="col">
              {t(`audit.column.${column}`)}
            </Table.Th>
          ))}
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {entries.map((entry) => (
          <Table.Tr key={entry.id}>
            <Table.Td>
              <time dateTime={entry.at}>{dayAndTime(entry.at, language)}</time>
            </Table.Td>
            <Table.Td>
              <Actor of={entry} />
            </Table.Td>
            <Table.Td>{t(`audit.action.${entry.action}`)}</Table.Td>
            <Table.Td>
              <About of={entry} />
            </Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  );
}
