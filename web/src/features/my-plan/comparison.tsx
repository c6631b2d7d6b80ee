import { useTranslation } from 'react-i18next';
import type { Plan } from '@/api/gen-session';
import { Money } from '@/components/money';
import { AllowanceIcon } from '@/components/plan/allowance-icon';
import classes from './my-plan.module.css';

const labelsOf = ({ items }: Plan, type: string) =>
  items.filter((item) => item.type === type).map(({ label }) => label);

function Cell({ plan, type }: { plan: Plan; type: string }) {
  const { t } = useTranslation('my-plan');
  const labels = labelsOf(plan, type);
  return (
    <td data-none={labels.length === 0 || undefined}>
      {labels.length > 0 && <AllowanceIcon type={type} size={16} />}
      {labels.join(t('comma')) || t('switching.none')}
    </td>
  );
}

/** Two plans side by side: what goes, and what comes instead. */
export function Comparison({ now, next }: { now: Plan; next: Plan }) {
  const { t } = useTranslation('my-plan');
  const types = [...new Set([...now.items, ...next.items].map(({ type }) => type))];
  return (
    <table className={classes.comparison}>
      <caption className="visually-hidden">{t('switching.compared')}</caption>
      <thead>
        <tr>
          {[now, next].map((plan) => (
            <th key={plan.id} scope="col">
              <small>{t(plan === now ? 'switching.goes' : 'switching.comes')}</small>
              {plan.name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        <tr>
          {[now, next].map(({ id, price }) => (
            <td key={id}>
              <strong>
                <Money amount={price} freeWhenZero />
              </strong>
            </td>
          ))}
        </tr>
        {types.map((type) => (
          <tr key={type}>
            <Cell plan={now} type={type} />
            <Cell plan={next} type={type} />
          </tr>
        ))}
      </tbody>
    </table>
  );
}
