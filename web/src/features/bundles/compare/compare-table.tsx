import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import type { Bundle } from '@/api/gen-bundles';
import { Money } from '@/components/money';
import { Table } from '@/components/ui/table';
import { useLineType } from '@/lib/session/use-line-type';
import { usePath } from '@/lib/site/use-path';
import { allowanceName } from '@/lib/text/allowance';
import { useQuantity } from '@/lib/text/use-quantity';
import classes from './compare.module.css';

/** Returns the types that any of the bundles contains, in their order. */
const typesOf = (bundles: Bundle[]): string[] => [
  ...new Set(bundles.flatMap(({ items }) => items.map(({ type }) => type))),
];

type Feature = [name: string, of: (bundle: Bundle) => ReactNode];

/** Returns the compared features: a name, and a value for each bundle. */
function useFeatures(bundles: Bundle[]): Feature[] {
  const { t } = useTranslation(['bundles', 'dashboard']);
  const quantity = useQuantity();
  const postpaid = useLineType() === 'postpaid';
  const fromBalance: Feature = [t('fromBalance'), ({ price }) => <Money amount={price} />];
  const none = <span className={classes.none}>{t('find.none')}</span>;
  return [
    ...(postpaid ? [] : [fromBalance]),
    [t('byCard'), ({ total }) => <Money amount={total} />],
    [t('compare.lasts'), ({ validityDays }) => t('days', { count: validityDays })],
    ...typesOf(bundles).map(
      (type): Feature => [
        t(`dashboard:allowance.${allowanceName(type)}`),
        ({ items }) => {
          const item = items.find((one) => one.type === type);
          return item ? quantity(item.amount, item.unit) : none;
        },
      ],
    ),
    [
      t('compare.lines'),
      ({ subscriptions: [only, other] }) => (only && !other ? t(`for.${only}`) : t('compare.each')),
    ],
    [t('compare.terms'), ({ single }) => (single ? t('single') : none)],
  ];
}

/** Each bundle is a column under its name. A table wider than a phone scrolls, also by keyboard. */
export function CompareTable({ bundles }: { bundles: Bundle[] }) {
  const { t } = useTranslation('bundles');
  const features = useFeatures(bundles);
  const pages = usePath('bundles') ?? '';
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what is scrolled is reached by the keyboard
    <section className={classes.scroll} aria-label={t('compare.title')} tabIndex={0}>
      <Table className={classes.table}>
        <Table.Caption className="visually-hidden">{t('compare.title')}</Table.Caption>
        <Table.Thead>
          <Table.Tr>
            <Table.Td />
            {bundles.map(({ id, name }) => (
              <Table.Th key={id} scope="col">
                <Link to={`${pages}/${id}`}>{name}</Link>
              </Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {features.map(([name, of]) => (
            <Table.Tr key={name}>
              <Table.Th scope="row">{name}</Table.Th>
              {bundles.map((bundle) => (
                <Table.Td key={bundle.id}>{of(bundle)}</Table.Td>
              ))}
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </section>
  );
}
