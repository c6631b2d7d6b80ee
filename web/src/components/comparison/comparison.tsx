import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { ErrorNotice } from '@/components/error-notice';
import { Loading } from '@/components/loading';
import { PageHeading } from '@/components/page-heading';
import { SecondaryLink } from '@/components/primary-action';
import { Table } from '@/components/ui/table';
import { usePath } from '@/lib/site/use-path';
import classes from './comparison.module.css';
import { comparedSearch } from './use-compared';

/** A compared feature: its name, and its value for each item. */
export type Feature<Item> = [name: string, of: (item: Item) => ReactNode];

interface TableProps<Item> {
  title: string;
  /** The address below which each item has its page. */
  pages: string;
  items: Item[];
  features: Feature<Item>[];
}

/**
 * Each feature has its name in a row of its own, with the items side by side below it, so that three items
 * fit on a phone.
 */
function ComparisonTable<Item extends { id: string; name: string }>(props: TableProps<Item>) {
  const { title, pages, items, features } = props;
  const { t } = useTranslation('comparison');
  return (
    <Table layout="fixed" withRowBorders={false} className={classes.table}>
      <Table.Caption className="visually-hidden">{title}</Table.Caption>
      <Table.Thead>
        <Table.Tr>
          {items.map(({ id, name }) => (
            <Table.Th key={id} scope="col">
              <Link to={`${pages}/${id}`}>{name}</Link>
            </Table.Th>
          ))}
        </Table.Tr>
      </Table.Thead>
      {features.map(([name, of]) => (
        <Table.Tbody key={name}>
          <Table.Tr>
            <Table.Th colSpan={items.length} scope="rowgroup">
              {name}
            </Table.Th>
          </Table.Tr>
          <Table.Tr>
            {items.map((item) => (
              <Table.Td key={item.id}>
                {of(item) ?? <span className={classes.none}>{t('none')}</span>}
              </Table.Td>
            ))}
          </Table.Tr>
        </Table.Tbody>
      ))}
    </Table>
  );
}

interface Props<Item> extends Omit<TableProps<Item>, 'title' | 'pages'> {
  of: 'plans' | 'bundles';
  isPending: boolean;
  error: unknown;
  onRetry: () => unknown;
}

/** The page that compares two or three plans or bundles. */
export function Comparison<Item extends { id: string; name: string }>(props: Props<Item>) {
  const { of, items, features, isPending, error, onRetry } = props;
  const { t } = useTranslation('comparison');
  const pages = usePath(of) ?? '';
  const title = t(`${of}.title`);
  const settled = !isPending && !error;
  return (
    <div className={`container ${classes.page}`}>
      <div className="stack">
        <PageHeading takesFocus title={title} />
        {isPending && <Loading lines={4} height={72} />}
        <ErrorNotice error={error} onRetry={onRetry} />
        {settled && items.length < 2 && <p>{t(`${of}.few`)}</p>}
        {settled && items.length > 1 && (
          <ComparisonTable title={title} pages={pages} items={items} features={features} />
        )}
        <SecondaryLink to={pages + comparedSearch(items.map(({ id }) => id))}>
          {t(`${of}.${items.length < 2 ? 'choose' : 'others'}`)}
        </SecondaryLink>
      </div>
    </div>
  );
}
