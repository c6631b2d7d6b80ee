import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { SubscriptionType } from '@/api/gen-plans';
import { ChoiceChips } from '@/components/choice/choice-chips';

const known = ['prepaid', 'postpaid'] as const;

/**
 * Returns the type whose plans a list shows, and the choice of the type if both are on sale. The list begins
 * with the type of the customer's line or order, otherwise with prepaid.
 */
export function usePlanTypes(onSale: readonly SubscriptionType[], own?: SubscriptionType) {
  const { t } = useTranslation('sale');
  const [chosen, choose] = useState<SubscriptionType>();
  const types = known.filter((type) => onSale.includes(type));
  const type = types.find((one) => one === (chosen ?? own)) ?? types[0];
  const choice = types.length > 1 && (
    <ChoiceChips
      legend={t('type.legend')}
      name="plan-type"
      value={type}
      choices={types.map((value) => ({ value, label: t(`type.${value}`) }))}
      onChange={choose}
    />
  );
  return { type, choice };
}
