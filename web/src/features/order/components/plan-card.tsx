import { Button } from '@mantine/core';
import Check from 'lucide-react/icons/check';
import { useTranslation } from 'react-i18next';
import type { Order } from '@/api/gen';
import type { Plan } from '@/api/gen-later';
import { SaleCard } from '@/components/sale/sale-card';
import { committedMonths } from '../model/commitment';

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
    <SaleCard
      name={plan.name}
      level="h2"
      mark={popular && t('plan.featured')}
      price={plan.price}
      period={
        plan.cycleMonths
          ? t('plan.months', { count: plan.cycleMonths })
          : t('plan.validity', { count: plan.validityDays })
      }
      contents={plan.items}
      isChosen={chosen}
      action={
        <Button
          size="lg"
          variant={chosen ? 'light' : 'filled'}
          loading={busy}
          disabled={disabled}
          leftSection={chosen ? <Check size={18} aria-hidden /> : undefined}
          onClick={onChoose}
        >
          {chosen ? t('plan.chosen') : t('plan.choose', { name: plan.name })}
        </Button>
      }
    >
      {plan.description && <p>{plan.description}</p>}
      {booking && months > 0 && (
        <p>
          <strong>{t('plan.freeNumber', { category: t(`common:category.${booking.category}`) })}</strong>
          <br />
          {t('plan.commitment', { count: months })}
        </p>
      )}
    </SaleCard>
  );
}
