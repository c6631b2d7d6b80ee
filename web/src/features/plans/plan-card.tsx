import { Link } from 'react-router';
import type { Plan } from '@/api/gen-plans';
import { CompareButton } from '@/components/comparison/compare-button';
import type { Compared } from '@/components/comparison/use-compared';
import { Money } from '@/components/money';
import { AllowanceIcon } from '@/components/plan/allowance-icon';
import classes from './plan-card.module.css';
import { PlanMark } from './plan-mark';
import { usePlanWords } from './use-plan-words';

interface Props {
  plan: Plan;
  to: string;
  compared: Compared;
}

/** A plan of the catalogue; its name links to its page. */
export function PlanCard({ plan, to, compared }: Props) {
  const words = usePlanWords();
  return (
    <li className={classes.plan} data-compared={compared.ids.includes(plan.id) || undefined}>
      <PlanMark plan={plan} />
      <h3 className={classes.name}>
        <Link to={to}>{plan.name}</Link>
      </h3>
      <p className={classes.price}>
        <Money amount={plan.price} freeWhenZero /> <span>{words.period(plan)}</span>
      </p>
      <ul className={classes.allowances}>
        {plan.items.map(({ type, label }) => (
          <li key={type}>
            <AllowanceIcon type={type} />
            {label}
          </li>
        ))}
      </ul>
      <CompareButton item={plan} compared={compared} />
    </li>
  );
}
