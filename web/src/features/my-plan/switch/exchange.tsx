import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { LineAllowance, Plan } from '@/api/gen-session';
import { getDashboardOptions } from '@/api/gen-session/@tanstack/react-query.gen';
import { AllowanceIcon } from '@/components/plan/allowance-icon';
import { useCycleWords } from '@/components/plan/use-cycle-words';
import { Table } from '@/components/ui/table';
import { useLineCall } from '@/lib/session/use-line-call';
import { useQuantity } from '@/lib/text/use-quantity';
import classes from '../my-plan.module.css';
import type { Offer } from './wanted';

/** Returns the rest of an allowance type of the plan, without bought allowances, which stay. */
const leftOf = (consumption: readonly LineAllowance[], type: string, until: string) =>
  consumption.filter((one) => one.type === type && Date.parse(one.valid_until ?? '') === Date.parse(until));

function Left({ buckets }: { buckets: readonly LineAllowance[] }) {
  const { t } = useTranslation('switch-plan');
  const quantity = useQuantity();
  if (buckets.some(({ total }) => total === undefined)) {
    return <>{t('exchange.unlimited')}</>;
  }
  const [first] = buckets;
  const left = buckets.reduce((sum, { total = 0, used }) => sum + Math.max(0, total - used), 0);
  return <>{first && left > 0 ? quantity(left, first.unit) : t('exchange.nothing')}</>;
}

function Got({ plan, type }: { plan: Plan; type: string }) {
  const { t } = useTranslation('switch-plan');
  const labels = plan.items.filter((item) => item.type === type).map(({ label }) => label);
  return (
    <Table.Td data-none={labels.length === 0 || undefined}>
      {labels.length > 0 && <AllowanceIcon type={type} size={16} />}
      {labels.join(t('comma')) || t('exchange.none')}
    </Table.Td>
  );
}

interface Props {
  offer: Offer;
  /** The planned end of the present cycle. */
  until: string;
}

/** The rest of the present plan that would be lost, next to the allowances of the new plan. */
export function Exchange({ offer: { plan, present, now }, until }: Props) {
  const { t } = useTranslation('switch-plan');
  const cycle = useCycleWords();
  const { data } = useQuery(getDashboardOptions(useLineCall()));
  const consumption = data?.data.consumption ?? [];
  const types = [...new Set([...present.items, ...plan.items].map(({ type }) => type))];
  const lost = now?.daysLost ?? 0;
  return (
    <Table layout="fixed" className={classes.comparison}>
      <Table.Caption className="visually-hidden">{t('exchange.caption')}</Table.Caption>
      <Table.Thead>
        <Table.Tr>
          <Table.Th scope="col">
            <small>{t('exchange.lost')}</small>
            {present.name}
          </Table.Th>
          <Table.Th scope="col">
            <small>{t('exchange.won')}</small>
            {plan.name}
          </Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        <Table.Tr>
          <Table.Td data-none={lost === 0 || undefined}>
            {lost > 0 ? t('exchange.days', { count: lost }) : t('exchange.over')}
          </Table.Td>
          <Table.Td>{t('exchange.cycle', { cycle: cycle(plan) })}</Table.Td>
        </Table.Tr>
        {types.map((type) => {
          const buckets = leftOf(consumption, type, until);
          return (
            <Table.Tr key={type}>
              <Table.Td data-none={buckets.length === 0 || undefined}>
                {buckets.length > 0 && <AllowanceIcon type={type} size={16} />}
                <Left buckets={buckets} />
              </Table.Td>
              <Got plan={plan} type={type} />
            </Table.Tr>
          );
        })}
      </Table.Tbody>
    </Table>
  );
}
