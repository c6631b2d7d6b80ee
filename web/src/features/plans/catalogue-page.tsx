import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { listPlanCategoriesOptions } from '@/api/gen-plans/@tanstack/react-query.gen';
import { ErrorNotice } from '@/components/error-notice';
import { Loading } from '@/components/loading';
import { PageHeading } from '@/components/page-heading';
import { usePath } from '@/lib/site/use-path';
import { useLanguage } from '@/lib/text/use-language';
import { CategorySection } from './category-section';
import { comparedSearch, mostCompared, useCompared } from './compared';
import classes from './plans.module.css';

/** The number of chosen plans, with a link to compare them. */
function CompareBar({ ids }: { ids: string[] }) {
  const { t } = useTranslation('plans');
  const path = usePath('compare-plans');
  if (!path || ids.length === 0) {
    return null;
  }
  return (
    <section className={classes.bar} aria-label={t('compare.title')}>
      <p role="status">
        {ids.length > 1
          ? t('compare.count', { count: ids.length, most: mostCompared })
          : t('compare.another')}
      </p>
      {ids.length > 1 && (
        <Button component={Link} to={path + comparedSearch(ids)}>
          {t('compare.go')}
        </Button>
      )}
    </section>
  );
}

/** All plans on sale, by family. */
export function CataloguePage() {
  const { t } = useTranslation('plans');
  const headers = { 'accept-language': useLanguage() };
  const categories = useQuery(listPlanCategoriesOptions({ headers }));
  const compared = useCompared();
  return (
    <div className={`container ${classes.page}`}>
      <PageHeading takesFocus title={t('title')} lead={t('lead')} />
      {categories.isPending && <Loading lines={3} height={220} />}
      <ErrorNotice error={categories.error} onRetry={() => categories.refetch()} />
      {categories.data?.items.length === 0 && <p>{t('empty')}</p>}
      <div className={classes.sections}>
        {categories.data?.items.map((category) => (
          <CategorySection key={category.key} category={category} compared={compared} />
        ))}
      </div>
      <CompareBar ids={compared.ids} />
    </div>
  );
}
