import { Button } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { listOffers } from '@/api/gen-bundles';
import { EmptyState } from '@/components/empty-state';
import { ErrorNotice } from '@/components/error-notice';
import { Loading } from '@/components/loading';
import { PageHeading } from '@/components/page-heading';
import { SaleList } from '@/components/sale/sale-card';
import { settingsNow } from '@/lib/site/site';
import { useLanguage } from '@/lib/text/use-language';
import classes from './bundles.module.css';
import { OfferCard } from './offer-card';

function useOffers(featured: 0 | 1) {
  const language = useLanguage();
  const per_page = settingsNow()?.offersPerPage ?? 10;
  return useInfiniteQuery({
    queryKey: ['offers', featured, per_page, language],
    initialPageParam: 1,
    queryFn: async ({ pageParam: page, signal }) => {
      const { data } = await listOffers({
        query: { page, per_page, availability: 'web', featured },
        headers: { 'accept-language': language },
        signal,
        throwOnError: true,
      });
      return data;
    },
    getNextPageParam: ({ hasMore, page }) => (hasMore ? page + 1 : undefined),
  });
}

/** The featured offers or the others, in pages. */
function Section({ featured }: { featured: 0 | 1 }) {
  const { t } = useTranslation('bundles');
  const found = useOffers(featured);
  const offers = found.data?.pages.flatMap(({ items }) => items);
  const title = t(featured ? 'offers.featured' : 'offers.others');
  if (offers?.length === 0) {
    return featured ? null : <EmptyState text={t('offers.empty')} />;
  }
  return (
    <section aria-label={title} className="stack">
      <h2>{title}</h2>
      {found.isPending && <Loading lines={2} height={160} />}
      <ErrorNotice error={found.error} onRetry={() => found.refetch()} />
      <SaleList>
        {offers?.map((offer) => (
          <OfferCard key={offer.id} offer={offer} />
        ))}
      </SaleList>
      {found.hasNextPage && (
        <Button variant="default" loading={found.isFetchingNextPage} onClick={() => found.fetchNextPage()}>
          {t('offers.more')}
        </Button>
      )}
    </section>
  );
}

/** The offers of the shop. */
export function OffersPage() {
  const { t } = useTranslation('bundles');
  return (
    <div className={`container ${classes.page}`}>
      <PageHeading takesFocus title={t('offers.title')} lead={t('offers.lead')} />
      <Section featured={1} />
      <Section featured={0} />
    </div>
  );
}
