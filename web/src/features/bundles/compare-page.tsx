import { useTranslation } from 'react-i18next';
import type { Bundle } from '@/api/gen-bundles';
import { Comparison, type Feature } from '@/components/comparison/comparison';
import { useAllowanceFeatures } from '@/components/comparison/use-allowance-features';
import { useCompared } from '@/components/comparison/use-compared';
import { Money } from '@/components/money';
import { useLineType } from '@/lib/session/use-line-type';
import { useQuantity } from '@/lib/text/use-quantity';
import { useSeveralBundles } from './use-bundles';

function useFeatures(bundles: Bundle[]): Feature<Bundle>[] {
  const { t } = useTranslation('bundles');
  const quantity = useQuantity();
  const postpaid = useLineType() === 'postpaid';
  const allowances = useAllowanceFeatures(bundles, ({ amount, unit }) => quantity(amount, unit));
  const fromBalance: Feature<Bundle> = [t('compare.fromBalance'), ({ price }) => <Money amount={price} />];
  return [
    ...(postpaid ? [] : [fromBalance]),
    [t('compare.byCard'), ({ total }) => <Money amount={total} />],
    [t('compare.lasts'), ({ validityDays }) => t('days', { count: validityDays })],
    ...allowances,
    [
      t('compare.lines'),
      ({ subscriptions: [only, other] }) => (only && !other ? t(`for.${only}`) : t('compare.each')),
    ],
    [t('compare.terms'), ({ single }) => (single ? t('single') : undefined)],
  ];
}

/** Compares the two or three bundles in the address. */
export function CompareBundlesPage() {
  const { bundles, isPending, error, refetch } = useSeveralBundles(useCompared().ids);
  const features = useFeatures(bundles);
  return <Comparison of="bundles" items={bundles} {...{ features, isPending, error }} onRetry={refetch} />;
}
