import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { listPlanCategoriesOptions } from '@/api/gen-plans/@tanstack/react-query.gen';
import { CompareBar } from '@/components/comparison/compare-bar';
import { useCompared } from '@/components/comparison/use-compared';
import { EmptyState } from '@/components/empty-state';
import { ErrorNotice } from '@/components/error-notice';
import { Loading } from '@/components/loading';
import { PageHeading } from '@/components/page-heading';
import { usePlanTypes } from '@/components/plan/plan-types';
import { useBestPlan } from '@/components/plan/use-best-plan';
import { useLineType } from '@/lib/session/use-line-type';
import { useLanguage } from '@/lib/text/use-language';
import { CategorySection } from './category-section';
import classes from './plans.module.css';

/** All plans on sale, by family. */
export function CataloguePage() {
  const { t } = useTranslation('plans');
  const headers = { 'accept-language': useLanguage() };
  const categories = useQuery(listPlanCategoriesOptions({ headers }));
  const compared = useCompared();
  const best = useBestPlan();
  const families = categories.data?.items ?? [];
  const { type, choice } = usePlanTypes(
    families.flatMap(({ subscriptionTypes }) => subscriptionTypes),
    useLineType(),
  );
  return (
    <div className={`container ${classes.page}`}>
      <PageHeading takesFocus title={t('title')} lead={t('lead')} />
      {categories.isPending && <Loading lines={3} height={220} />}
      <ErrorNotice error={categories.error} onRetry={() => categories.refetch()} />
      {categories.data?.items.length === 0 && <EmptyState text={t('empty')} />}
      <div className="stack">
        {choice}
        {families
          .filter(({ subscriptionTypes }) => subscriptionTypes.some((one) => one === type))
          .map((category) => (
            <CategorySection key={category.key} {...{ category, type, best, compared }} />
          ))}
      </div>
      <CompareBar of="plans" ids={compared.ids} />
    </div>
  );
}
