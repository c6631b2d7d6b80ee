import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { Bundle } from '@/api/gen-bundles';
import { CompareCheck } from '@/components/comparison/compare-check';
import type { Compared } from '@/components/comparison/use-compared';
import { Money } from '@/components/money';
import { PrimaryLink, SecondaryLink } from '@/components/primary-action';
import { SaleCard } from '@/components/sale/sale-card';
import { useLineType } from '@/lib/session/use-line-type';
import { usePath } from '@/lib/site/use-path';
import { useQuantity } from '@/lib/text/use-quantity';
import { useLineBundles } from './use-line-bundles';

/** Returns the words of a bundle for its card: one mark, the contents, and the price by the line's means. */
export function useBundleWords() {
  const { t } = useTranslation('bundles');
  const quantity = useQuantity();
  const isPostpaid = useLineType() === 'postpaid';
  const bought = useLineBundles()?.bought ?? [];
  return {
    mark: ({ id, tags, left }: Bundle) => {
      const tag = tags.find((one) => one !== 'feature');
      if (left === 0) {
        return t('soldOut');
      }
      return bought.includes(id) ? t('tags.purchased') : tag && t(`tags.${tag}`);
    },
    contents: ({ items }: Bundle) =>
      items.map(({ type, unit, amount }) => ({ type, label: quantity(amount, unit) })),
    price: ({ price, total }: Bundle) =>
      isPostpaid ? { price: total, period: t('byCard') } : { price, period: t('fromBalance') },
    facts: ({ total, validityDays, left = 0 }: Bundle) => (
      <>
        {!isPostpaid && (
          <p>
            <Money amount={total} /> {t('byCard')}
          </p>
        )}
        <p>{t('days', { count: validityDays })}</p>
        {left > 0 && (
          <p>
            <strong>{t('left', { count: left })}</strong>
          </p>
        )}
      </>
    ),
  };
}

interface Props {
  bundle: Bundle;
  /** The bundles chosen for comparison, if the list offers a comparison. */
  compared?: Compared;
  /** The list sells add-ons, so this bundle is bought as an add-on. */
  isAddOn?: boolean;
  /** The reason why this bundle suits the customer best. */
  reason?: string;
  children?: ReactNode;
}

/** A bundle in a list; its button leads to its page, on which it can be bought. */
export function BundleCard({ bundle, compared, isAddOn = false, reason, children }: Props) {
  const { t } = useTranslation(['bundles', 'sale']);
  const words = useBundleWords();
  const to = `${usePath('bundles') ?? ''}/${bundle.id}${isAddOn ? '?add-on' : ''}`;
  const name = bundle.name;
  return (
    <SaleCard
      name={name}
      mark={reason ? t('sale:best.title') : words.mark(bundle)}
      reason={reason}
      {...words.price(bundle)}
      contents={words.contents(bundle)}
      isChosen={compared?.ids.includes(bundle.id) ?? false}
      action={
        bundle.left === 0 ? (
          <SecondaryLink to={to}>{t('seeOne', { name })}</SecondaryLink>
        ) : (
          <PrimaryLink to={to}>{t('buyOne', { name })}</PrimaryLink>
        )
      }
      compare={compared && <CompareCheck item={bundle} compared={compared} />}
    >
      {children}
      {words.facts(bundle)}
    </SaleCard>
  );
}
