import { useTranslation } from 'react-i18next';
import type { Plan } from '@/api/gen-session';
import { Money } from '@/components/money';
import { AllowanceIcon } from '@/components/plan/allowance-icon';
import { Table } from '@/components/ui/table';
import classes from './my-plan.module.css';

const labelsOf = ({ items }: Plan, type: string) =>
  items.filter((item) => item.type === type).map(({ label }) => label);

function Cell({ plan, type }: { plan: Plan; type: string }) {
  const { t } = useTranslation('my-plan');
  const labels = labelsOf(plan, type);
  return (
    <Table.Td data-none={labels.length === 0 || undefined}>
      {labels.length > 0 && <AllowanceIcon type={type} size={16} />}
      {labels.join(t('comma')) || t('switching.none')}
    </Table.Td>
  );
}

/** Two plans side by side: the losses and the gains of the switch. */
export function Comparison({ now, next }: { now: Plan; next: Plan }) {
  const { t } = useTranslation('my-plan');
  const types = [...new Set([...now.items, ...next.items].map(({ type }) => type))];
  return (
    <Table layout="fixed" className={classes.comparison}>
      <Table.Caption className="visually-hidden">{t('switching.compared')}</Table.Caption>
      <Table.Thead>
        <Table.Tr>
          {[now, next].map((plan) => (
            <Table.Th key={plan.id} scope="col">
              <small>{t(plan === now ? 'switching.goes' : 'switching.comes')}</small>
              {plan.name}
            </Table.Th>
          ))}
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        <Table.Tr>
          {[now, next].map(({ id, price }) => (
            <Table.Td key={id}>
              <strong>
                <Money amount={price} freeWhenZero />
              </strong>
            </Table.Td>
          ))}
        </Table.Tr>
        {types.map((type) => (
          <Table.Tr key={type}>
            <Cell plan={now} type={type} />
            <Cell plan={next} type={type} />
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  );
}
