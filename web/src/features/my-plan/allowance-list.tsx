import type { Plan } from '@/api/gen-session';
import { AllowanceIcon } from '@/components/plan/allowance-icon';
import { Group } from '@/components/ui/layout';
import classes from './my-plan.module.css';

/** The allowances of a plan. */
export function AllowanceList({ items }: Pick<Plan, 'items'>) {
  return (
    <Group component="ul" gap="0.35rem 1.25rem" align="stretch" mt={8} className={classes.items}>
      {items.map(({ type, label }) => (
        <li key={`${type}-${label}`}>
          <AllowanceIcon type={type} />
          {label}
        </li>
      ))}
    </Group>
  );
}
