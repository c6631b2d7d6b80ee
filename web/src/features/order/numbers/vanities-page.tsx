import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Link, Navigate, useLocation } from 'react-router';
import type { NumberCategory } from '@/api/gen';
import { listNumberCategoriesOptions, searchNumbersOptions } from '@/api/gen/@tanstack/react-query.gen';
import { EmptyState } from '@/components/empty-state';
import { ErrorNotice } from '@/components/error-notice';
import { Loading } from '@/components/loading';
import { MetalBadge } from '@/components/metal-badge';
import { Money } from '@/components/money';
import { PageHeading } from '@/components/page-heading';
import { usePath } from '@/lib/site/use-path';
import { asWritten } from '@/lib/text/as-written';
import { useLanguage } from '@/lib/text/use-language';
import { stepPath } from '../model/order-steps';
import { useStartOrder } from '../model/use-start-order';
import { NumberResults } from './number-results';
import classes from './vanities.module.css';

/** The number of examples in a class; the shop has the rest. */
const perClass = 4;

/** A class of numbers: its price, some free numbers, and a link to all of them. */
function NumbersOfClass({
  of: { key, price },
  start,
}: {
  of: NumberCategory;
  start: ReturnType<typeof useStartOrder>;
}) {
  const { t } = useTranslation(['vanities', 'common']);
  const language = useLanguage();
  const free = useQuery(
    searchNumbersOptions({
      query: { category: key, per_page: perClass },
      headers: { 'accept-language': language },
    }),
  );
  const numbers = free.data?.items ?? [];
  return (
    <section className={classes.class} aria-labelledby={`class-${key}`}>
      <h2 id={`class-${key}`} className={classes.title}>
        <MetalBadge category={key} /> <Money amount={price} freeWhenZero />
      </h2>
      {free.isPending && <Loading lines={1} height={120} />}
      <ErrorNotice error={free.error} onRetry={() => free.refetch()} />
      {free.isSuccess && numbers.length === 0 && <EmptyState text={t('none')} />}
      {numbers.length > 0 && (
        <NumberResults
          numbers={numbers}
          booking={start.isPending ? start.variables.msisdn : undefined}
          onChoose={(msisdn) => start.mutate({ kind: 'sim', numberSource: 'new', msisdn })}
        />
      )}
      {free.data?.hasMore && (
        <Link className={classes.all} to={`${stepPath(language, 'number-selection')}?category=${key}`}>
          {t('all', { category: t(`common:category.${key}`) })}
        </Link>
      )}
    </section>
  );
}

/** All classes of vanity numbers on a page, the rarest first. */
function Vanities() {
  const { t } = useTranslation('vanities');
  const language = useLanguage();
  const categories = useQuery(listNumberCategoriesOptions({ headers: { 'accept-language': language } }));
  const start = useStartOrder();
  return (
    <div className="container" style={{ paddingBlock: '2rem' }}>
      <PageHeading takesFocus title={t('title')} lead={t('lead')} />
      <div className="stack">
        <ErrorNotice error={start.error} onRetry={start.variables && (() => start.mutate(start.variables))} />
        {categories.isPending && <Loading lines={4} height={160} />}
        <ErrorNotice error={categories.error} onRetry={() => categories.refetch()} />
        {categories.data?.items.toReversed().map((of) => (
          <NumbersOfClass key={of.key} of={of} start={start} />
        ))}
      </div>
    </div>
  );
}

/** The page; the other spelling of its address redirects here. */
export function VanitiesPage() {
  const path = usePath('all_vanities');
  const { pathname } = useLocation();
  return !path || asWritten(pathname) === asWritten(path) ? <Vanities /> : <Navigate replace to={path} />;
}
