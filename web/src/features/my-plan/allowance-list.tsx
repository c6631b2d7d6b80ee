import type { Plan } from '@/api/gen-session';
import { AllowanceIcon } from '@/components/plan/allowance-icon';
import classes from './my-plan.module.css';

/** The allowances of a plan. */
export function AllowanceList({ items }: Pick<Plan, 'items'>) {
  return (
    <ul className={classes.items}>
      {items.map(({ type, label }) => (
        <li key={`${type}-${label}`}>
          <AllowanceIcon type={type} />
          {label}
        </li>
      ))}
    </ul>
  );
}
