import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import type { Plan } from '@/api/gen-plans';
import { Money } from '@/components/money';
import { Table } from '@/components/ui/table';
import { usePath } from '@/lib/site/use-path';
import { allowanceName } from '@/lib/text/allowance';
import classes from './comparison-table.module.css';
import { usePlanWords } from './use-plan-words';

/** Returns the allowance types of the plans, in their order. */
const typesOf = (plans: Plan[]): string[] => [
  ...new Set(plans.flatMap(({ items }) => items.map(({ type }) => type))),
];

/** Returns the compared features: a name, and a value for each plan. */
function useFeatures(plans: Plan[]): [name: string, of: (plan: Plan) => ReactNode][] {
  const { t } = useTranslation(['plans', 'dashboard']);
  const words = usePlanWords();
  const none = <span className={classes.none}>{t('compare.none')}</span>;
  return [
    [t('price'), (plan) => <Money amount={plan.price} freeWhenZero />],
    [t('fact.period'), (plan) => words.period(plan)],
    ...typesOf(plans).map((type): [string, (plan: Plan) => ReactNode] => [
      t(`dashboard:allowance.${allowanceName(type)}`),
      ({ items }) => {
        const item = items.find((candidate) => candidate.type === type);
        return item ? words.amount(item) : none;
      },
    ]),
    [t('fact.type'), (plan) => t(`type.${plan.kind === 'data' ? 'data' : plan.subscriptionType}`)],
    [t('fact.commitment'), (plan) => words.commitment(plan)],
    [t('fact.freeNumbers'), (plan) => words.freeNumbers(plan) ?? none],
  ];
}

/**
 * Each feature has its name in a row of its own, with the plans side by side below it, so that three plans
 * fit on a phone.
 */
export function ComparisonTable({ plans }: { plans: Plan[] }) {
  const { t } = useTranslation('plans');
  const features = useFeatures(plans);
  const pages = usePath('plans') ?? '';
  return (
    <Table layout="fixed" withRowBorders={false} className={classes.table}>
      <Table.Caption className="visually-hidden">{t('compare.title')}</Table.Caption>
      <Table.Thead>
        <Table.Tr>
          {plans.map(({ id, name }) => (
            <Table.Th key={id} scope="col">
              <Link to={`${pages}/${id}`}>{name}</Link>
            </Table.Th>
          ))}
        </Table.Tr>
      </Table.Thead>
      {features.map(([name, of]) => (
        <Table.Tbody key={name}>
          <Table.Tr>
            <Table.Th colSpan={plans.length} scope="rowgroup">
              {name}
            </Table.Th>
          </Table.Tr>
          <Table.Tr>
            {plans.map((plan) => (
              <Table.Td key={plan.id}>{of(plan)}</Table.Td>
            ))}
          </Table.Tr>
        </Table.Tbody>
      ))}
    </Table>
  );
}
