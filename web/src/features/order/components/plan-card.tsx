import { Button } from '@mantine/core';
import CalendarDays from 'lucide-react/icons/calendar-days';
import Check from 'lucide-react/icons/check';
import { useTranslation } from 'react-i18next';
import type { Order } from '@/api/gen';
import type { Plan } from '@/api/gen-later';
import { Money } from '@/components/money';
import { AllowanceIcon } from '@/components/plan/allowance-icon';
import { committedMonths } from '../model/commitment';
import classes from './plan-card.module.css';

interface Props {
  plan: Plan;
  /** The most popular plan. */
  popular: boolean;
  /** The chosen number, which some plans include. */
  booking: Order['booking'];
  chosen: boolean;
  busy: boolean;
  disabled: boolean;
  onChoose: () => void;
}

/** A plan with its allowances and price. */
export function PlanCard({ plan, popular, booking, chosen, busy, disabled, onChoose }: Props) {
  const { t } = useTranslation(['order', 'common']);
  const months = committedMonths(plan, booking);
  return (
    <article className={classes.plan} data-chosen={chosen || undefined} aria-label={plan.name}>
      <div className={classes.labels}>
        <span>{t(`plan.${plan.subscriptionType}`)}</span>
        {popular && <span className={classes.featured}>{t('plan.featured')}</span>}
      </div>
      <h2 className={classes.name}>{plan.name}</h2>
      <p className={classes.price}>
        <Money amount={plan.price} freeWhenZero />
      </p>
      {plan.description && <p className={classes.description}>{plan.description}</p>}
      {booking && months > 0 && (
        <p className={classes.freeNumber}>
          {t('plan.freeNumber', { category: t(`common:category.${booking.category}`) })}
          <br />
          {t('plan.commitment', { count: months })}
        </p>
      )}
      <ul className={classes.allowances}>
        {plan.items.map(({ type, label }) => (
          <li key={`${type}-${label}`}>
            <AllowanceIcon type={type} />
            {label}
          </li>
        ))}
        <li>
          <CalendarDays size={18} aria-hidden />
          {plan.cycleMonths
            ? t('plan.months', { count: plan.cycleMonths })
            : t('plan.validity', { count: plan.validityDays })}
        </li>
      </ul>
      <Button
        fullWidth
        variant={chosen ? 'light' : 'filled'}
        loading={busy}
        disabled={disabled}
        leftSection={chosen ? <Check size={18} aria-hidden /> : undefined}
        onClick={onChoose}
      >
        {chosen ? t('plan.chosen') : t('plan.choose', { name: plan.name })}
      </Button>
    </article>
  );
}
