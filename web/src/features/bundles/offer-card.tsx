import { useTranslation } from 'react-i18next';
import type { Offer } from '@/api/gen-bundles';
import { PrimaryLink } from '@/components/primary-action';
import { SaleCard } from '@/components/sale/sale-card';
import { usePath } from '@/lib/site/use-path';
import { day } from '@/lib/text/format';
import { useLanguage } from '@/lib/text/use-language';
import { useBundleWords } from './bundle-card';

/** An offer in a list; its button leads to its page and its product. */
export function OfferCard({ offer: { id, name, description, bundle, endsAt } }: { offer: Offer }) {
  const { t } = useTranslation('bundles');
  const language = useLanguage();
  const words = useBundleWords();
  const path = usePath('offers') ?? '';
  return (
    <SaleCard
      name={name}
      mark={bundle && words.mark(bundle)}
      {...(bundle && { ...words.price(bundle), contents: words.contents(bundle) })}
      action={<PrimaryLink to={`${path}/${id}`}>{t('seeOne', { name })}</PrimaryLink>}
    >
      <p>{description}</p>
      {bundle && words.facts(bundle)}
      {endsAt && (
        <p>
          <strong>{t('offers.until', { day: day(endsAt, language) })}</strong>
        </p>
      )}
    </SaleCard>
  );
}
