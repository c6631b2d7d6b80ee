import { Button } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { listPlansOfCategory, type Plan, type PlanCategory, type SubscriptionType } from '@/api/gen-plans';
import type { Compared } from '@/components/comparison/use-compared';
import { ErrorNotice } from '@/components/error-notice';
import { Loading } from '@/components/loading';
import { PlanCard } from '@/components/plan/plan-card';
import type { useBestPlan } from '@/components/plan/use-best-plan';
import { SaleList } from '@/components/sale/sale-card';
import { settingsNow } from '@/lib/site/site';
import { usePath } from '@/lib/site/use-path';
import { useLanguage } from '@/lib/text/use-language';
import classes from './plans.module.css';

/** Families with their own page. The route has the family's key. */
const familyPages = new Set(['hawakom']);

function usePlansOf(id: string, type: SubscriptionType | undefined) {
  const language = useLanguage();
  const per_page = settingsNow()?.plansPerPage ?? 10;
  return useInfiniteQuery({
    queryKey: ['plans of', id, type, per_page, language],
    initialPageParam: 1,
    queryFn: async ({ pageParam: page, signal }) => {
      const headers = { 'accept-language': language };
      const { data } = await listPlansOfCategory({
        path: { categoryKey: id },
        query: { page, per_page, ...(type && { subscription: type }) },
        headers,
        signal,
        throwOnError: true,
      });
      return data;
    },
    getNextPageParam: ({ hasMore, page }) => (hasMore ? page + 1 : undefined),
  });
}

/** Returns the one plan of a family that has a mark, because many marks say nothing. */
const markedOf = (plans: Plan[]) =>
  plans.find(({ promoted }) => promoted) ?? plans.find(({ featured }) => featured);

interface Props {
  category: PlanCategory;
  /** The type of lines whose plans are shown. */
  type: SubscriptionType | undefined;
  best: ReturnType<typeof useBestPlan>;
  compared: Compared;
}

/** A family of plans, in pages. */
export function CategorySection({ category, type, best, compared }: Props) {
  const { key, name, description } = category;
  const { t } = useTranslation('plans');
  const found = usePlansOf(key, type);
  const landing = usePath(key);
  const plans = found.data?.pages.flatMap(({ items }) => items) ?? [];
  const marked = plans.some(({ id }) => id === best?.id) ? undefined : markedOf(plans);
  return (
    <section aria-labelledby={`family-${key}`}>
      <h2 id={`family-${key}`}>{name}</h2>
      {description && <p className={classes.lead}>{description}</p>}
      {landing && familyPages.has(key) && (
        <Link className={classes.family} to={landing}>
          {t('family.open', { name })}
        </Link>
      )}
      {found.isPending && <Loading lines={2} height={220} />}
      <ErrorNotice error={found.error} onRetry={() => found.refetch()} />
      <SaleList>
        {plans.map((plan) => (
          <PlanCard
            key={plan.id}
            plan={plan}
            mark={plan === marked ? t(plan.promoted ? 'promoted' : 'featured') : undefined}
            reason={plan.id === best?.id ? best.reason : undefined}
            compared={compared}
          />
        ))}
      </SaleList>
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
