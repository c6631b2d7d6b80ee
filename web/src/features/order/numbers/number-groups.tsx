import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { FreeNumber } from '@/api/gen';
import { listNumberCategoriesOptions } from '@/api/gen/@tanstack/react-query.gen';
import { useLanguage } from '@/lib/text/use-language';
import { NumberResults, type NumberResultsProps } from './number-results';

const patterns = ['repeated', 'ladder', 'mirror', 'pairs', 'other'] as const;

/** Returns the benefit of a number that is not free: the cheapest plan with which its class costs nothing. */
function useBenefit() {
  const { t } = useTranslation('sale');
  const headers = { 'accept-language': useLanguage() };
  const { data } = useQuery(listNumberCategoriesOptions({ headers }));
  return ({ category, price }: FreeNumber) => {
    const [plan] = data?.items.find(({ key }) => key === category)?.freeWith ?? [];
    return plan && price > 0 ? (
      <>
        {t('number.freeWith', { plan: plan.name })}
        {plan.commitmentMonths > 0 && (
          <small>{t('number.commitment', { count: plan.commitmentMonths })}</small>
        )}
      </>
    ) : undefined;
  };
}

/** Free numbers by the pattern that makes them easy to remember. Numbers of a single pattern need no heading. */
export default function NumberGroups({ numbers, ...results }: NumberResultsProps) {
  const { t } = useTranslation('sale');
  const benefit = useBenefit();
  const groups = patterns
    .map((pattern) => ({ pattern, found: numbers.filter((found) => found.pattern === pattern) }))
    .filter(({ found }) => found.length > 0);
  return groups.map(({ pattern, found }) => (
    <section key={pattern} aria-label={t(`number.${pattern}`)}>
      {groups.length > 1 && <h2 className="heading">{t(`number.${pattern}`)}</h2>}
      <NumberResults numbers={found} benefit={benefit} {...results} />
    </section>
  ));
}
