import { Button } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { listPlansOfCategory, type PlanCategory } from '@/api/gen-plans';
import type { Compared } from '@/components/comparison/use-compared';
import { ErrorNotice } from '@/components/error-notice';
import { Loading } from '@/components/loading';
import { settingsNow } from '@/lib/site/site';
import { usePath } from '@/lib/site/use-path';
import { useLanguage } from '@/lib/text/use-language';
import { PlanCard } from './plan-card';
import classes from './plans.module.css';

/** Families with their own page. The route has the family's key. */
const familyPages = new Set(['hawakom']);

function usePlansOf(id: string) {
  const language = useLanguage();
  const per_page = settingsNow()?.plansPerPage ?? 10;
  return useInfiniteQuery({
    queryKey: ['plans of', id, per_page, language],
    initialPageParam: 1,
    queryFn: async ({ pageParam: page, signal }) => {
      const headers = { 'accept-language': language };
      const { data } = await listPlansOfCategory({
        path: { categoryKey: id },
        query: { page, per_page },
        headers,
        signal,
        throwOnError: true,
      });
      return data;
    },
    getNextPageParam: ({ hasMore, page }) => (hasMore ? page + 1 : undefined),
  });
}

interface Props {
  category: PlanCategory;
  compared: Compared;
}

/** A family of plans, in pages. */
export function CategorySection({ category: { key, name, description }, compared }: Props) {
  const { t } = useTranslation('plans');
  const found = usePlansOf(key);
  const pages = usePath('plans') ?? '';
  const landing = usePath(key);
  const plans = found.data?.pages.flatMap(({ items }) => items) ?? [];
  return (
    <section aria-labelledby={`family-${key}`}>
      <h2 id={`family-${key}`} className={classes.title}>
        {name}
      </h2>
      {description && <p className={classes.lead}>{description}</p>}
      {landing && familyPages.has(key) && (
        <Link className={classes.family} to={landing}>
          {t('family.open', { name })}
        </Link>
      )}
      {found.isPending && <Loading lines={2} height={220} />}
      <ErrorNotice error={found.error} onRetry={() => found.refetch()} />
      <ul className={classes.plans}>
        {plans.map((plan) => (
          <PlanCard key={plan.id} plan={plan} to={`${pages}/${plan.id}`} compared={compared} />
        ))}
      </ul>
      {found.hasNextPage && (
        <Button
          className={classes.more}
          variant="default"
          loading={found.isFetchingNextPage}
          onClick={() => found.fetchNextPage()}
        >
          {t('more', { name })}
        </Button>
      )}
    </section>
  );
}
