import ChevronRight from 'lucide-react/icons/chevron-right';
import InfinityMark from 'lucide-react/icons/infinity';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import type { Plan, PlanItem } from '@/api/gen-plans';
import { Money } from '@/components/money';
import { Group } from '@/components/ui/layout';
import { Table } from '@/components/ui/table';
import { usePath } from '@/lib/site/use-path';
import { allowanceName } from '@/lib/text/allowance';
import classes from './family-table.module.css';
import { PlanMark } from './plan-mark';
import { usePlanWords } from './use-plan-words';

const megabytesPerGigabyte = 1024;

interface Column {
  type: string;
  unit: PlanItem['unit'];
}

/** Returns the allowances of the plans, in their order. */
function columnsOf(plans: Plan[]): Column[] {
  const columns = new Map<string, Column>();
  for (const { type, unit } of plans.flatMap(({ items }) => items)) {
    columns.set(type, columns.get(type) ?? { type, unit });
  }
  return [...columns.values()];
}

/** Formats an amount without its unit, which is in the column heading, so that cells fit on a phone. */
const bare = (amount: number, unit: PlanItem['unit']): string =>
  new Intl.NumberFormat('en', { maximumFractionDigits: 1 }).format(
    unit === 'MB' ? amount / megabytesPerGigabyte : amount,
  );

function Amount({ item }: { item: PlanItem | undefined }) {
  const { t } = useTranslation(['plans', 'dashboard']);
  if (!item) {
    return (
      <>
        <span aria-hidden>–</span>
        <span className="visually-hidden">{t('compare.none')}</span>
      </>
    );
  }
  if (item.amount === undefined) {
    return (
      <>
        <InfinityMark size={20} aria-hidden />
        <span className="visually-hidden">{t('dashboard:consumption.unlimited')}</span>
      </>
    );
  }
  return bare(item.amount, item.unit);
}

/** A plan; the whole row links to its page, on which it can be ordered. */
function Row({ plan, columns }: { plan: Plan; columns: Column[] }) {
  const words = usePlanWords();
  const pages = usePath('plans') ?? '';
  return (
    <Table.Tr className={classes.row}>
      <Table.Th scope="row">
        <PlanMark plan={plan} />
        <Link className={classes.name} to={`${pages}/${plan.id}`}>
          {plan.name}
          <ChevronRight size={18} className="mirrored" aria-hidden />
        </Link>
        <Group component="span" gap="0 0.4rem" align="baseline">
          <Money amount={plan.price} freeWhenZero /> <small>{words.period(plan)}</small>
        </Group>
      </Table.Th>
      {columns.map(({ type }) => (
        <Table.Td key={type}>
          <Amount item={plan.items.find((item) => item.type === type)} />
        </Table.Td>
      ))}
    </Table.Tr>
  );
}

/** Plans in rows with their allowances: any number of plans fits the width of a phone. */
export function FamilyTable({ plans }: { plans: Plan[] }) {
  const { t } = useTranslation(['plans', 'dashboard']);
  const columns = columnsOf(plans);
  return (
    <Table
      layout="fixed"
      highlightOnHover
      highlightOnHoverColor="var(--surface-sunken)"
      className={classes.table}
    >
      <Table.Caption className="visually-hidden">{t('compare.title')}</Table.Caption>
      <Table.Thead>
        <Table.Tr>
          <Table.Th scope="col" className={classes.first}>
            {t('family.plan')}
          </Table.Th>
          {columns.map(({ type, unit }) => (
            <Table.Th key={type} scope="col">
              {t(`dashboard:allowance.${allowanceName(type)}`)}
              {unit === 'MB' && <small> {t('family.gb')}</small>}
            </Table.Th>
          ))}
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {plans.map((plan) => (
          <Row key={plan.id} plan={plan} columns={columns} />
        ))}
      </Table.Tbody>
    </Table>
  );
}
