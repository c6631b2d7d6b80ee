import { Link } from 'react-router';
import type { Plan } from '@/api/gen-plans';
import { Money } from '@/components/money';
import { AllowanceIcon } from '@/components/plan/allowance-icon';
import { useCycleWords } from '@/components/plan/use-cycle-words';
import { usePath } from '@/lib/site/use-path';
import classes from '../bundles.module.css';

/** A plan in a section; its name links to its page, on which it can be ordered. */
export function PlanCard({ plan: { id, name, items, price, renews, ...cycle } }: { plan: Plan }) {
  const path = usePath('plans') ?? '';
  const every = useCycleWords();
  return (
    <li className={classes.card}>
      <h3 className={classes.name}>
        <Link to={`${path}/${id}`}>{name}</Link>
      </h3>
      <ul className={classes.items}>
        {items.map(({ type, label }) => (
          <li key={type}>
            <AllowanceIcon type={type} />
            {label}
          </li>
        ))}
      </ul>
      <div className={classes.prices}>
        <p className={classes.price}>
          <Money amount={price} freeWhenZero /> {renews && <small>{every(cycle)}</small>}
        </p>
      </div>
    </li>
  );
}
