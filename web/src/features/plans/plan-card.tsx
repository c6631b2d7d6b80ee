import { Button } from '@mantine/core';
import Check from 'lucide-react/icons/check';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import type { Plan } from '@/api/gen-plans';
import { Money } from '@/components/money';
import { AllowanceIcon } from '@/components/plan/allowance-icon';
import classes from './plan-card.module.css';
import { PlanMark } from './plan-mark';
import { usePlanWords } from './use-plan-words';

interface Props {
  plan: Plan;
  to: string;
  compared: boolean;
  /** The comparison is full. */
  full: boolean;
  onCompare: () => void;
}

/** A plan of the catalogue; its name links to its page. */
export function PlanCard({ plan, to, compared, full, onCompare }: Props) {
  const { t } = useTranslation('plans');
  const words = usePlanWords();
  return (
    <li className={classes.plan} data-compared={compared || undefined}>
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
      <Button
        variant={compared ? 'light' : 'default'}
        aria-pressed={compared}
        aria-label={t('compare.choose', { name: plan.name })}
        disabled={full && !compared}
        leftSection={compared ? <Check size={18} aria-hidden /> : undefined}
        onClick={onCompare}
      >
        {t('compare.add')}
      </Button>
    </li>
  );
}
