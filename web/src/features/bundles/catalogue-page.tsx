import { Button, NativeSelect } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useLocation, useSearchParams } from 'react-router';
import { ChoiceChips } from '@/components/choice/choice-chips';
import { CompareBar } from '@/components/comparison/compare-bar';
import { type Compared, useCompared } from '@/components/comparison/use-compared';
import { EmptyState } from '@/components/empty-state';
import { ErrorNotice } from '@/components/error-notice';
import { Loading } from '@/components/loading';
import { PageHeading } from '@/components/page-heading';
import { SaleList } from '@/components/sale/sale-card';
import { setOrDelete, useChangeSearch } from '@/lib/site/use-change-search';
import { BundleCard } from './bundle-card';
import classes from './bundles.module.css';
import { OfMyLine } from './of-my-line';
import {
  type Category,
  categories,
  type Filter,
  filterOf,
  type Gives,
  orders,
  tags,
  useBundles,
} from './use-bundles';

/** Menu addresses for a category, and sidebar addresses for add-ons of a type. */
const addresses: Record<string, { title: `categories.${Category}` | `addons.${Gives}`; filter: Filter }> = {
  'latest-bundle': { title: 'categories.latest', filter: { category: 'latest' } },
  'data-net-saver': { title: 'categories.data-net-saver', filter: { category: 'data-net-saver' } },
  'int-pass': { title: 'categories.int-pass', filter: { category: 'int-pass' } },
  'local-pass': { title: 'categories.local-pass', filter: { category: 'local-pass' } },
  'local-bundle': { title: 'categories.local-bundle', filter: { category: 'local-bundle' } },
  'add-ons-minutes': { title: 'addons.local_min', filter: { gives: 'local_min' } },
  'add-ons-data': { title: 'addons.data', filter: { gives: 'data' } },
  'add-ons-sms': { title: 'addons.sms', filter: { gives: 'sms' } },
};

interface FiltersProps {
  filter: Filter;
  fixed: boolean;
  onChange: (name: keyof Filter, value: string) => void;
}

function Filters({ filter, fixed, onChange }: FiltersProps) {
  const { t } = useTranslation('bundles');
  return (
    <div className={classes.filters}>
      {!fixed && (
        <ChoiceChips
          legend={t('categories.label')}
          name="category"
          value={filter.category ?? 'all'}
          choices={(['all', ...categories] as const).map((value) => ({
            value,
            label: t(`categories.${value}`),
          }))}
          onChange={(value) => onChange('category', value === 'all' ? '' : value)}
        />
      )}
      <ChoiceChips
        legend={t('tags.label')}
        name="tag"
        value={filter.tag ?? 'any'}
        choices={(['any', ...tags] as const).map((value) => ({ value, label: t(`tags.${value}`) }))}
        onChange={(value) => onChange('tag', value === 'any' ? '' : value)}
      />
      <NativeSelect
        size="md"
        className={classes.sort}
        label={t('sort.label')}
        value={filter.sort ?? ''}
        data={[
          { value: '', label: t('sort.shop') },
          ...orders.map((value) => ({ value, label: t(`sort.${value}`) })),
        ]}
        onChange={(event) => onChange('sort', event.currentTarget.value)}
      />
    </div>
  );
}

interface FoundProps {
  filter: Filter;
  compared: Compared;
  onReset?: () => void;
}

function Found({ filter, compared, onReset }: FoundProps) {
  const { t } = useTranslation('bundles');
  const found = useBundles(filter);
  const bundles = found.data?.pages.flatMap(({ items }) => items);
  return (
    <section aria-label={t('gone.all')}>
      <h2 className="visually-hidden">{t('gone.all')}</h2>
      {found.isPending && <Loading lines={3} height={200} />}
      <ErrorNotice error={found.error} onRetry={() => found.refetch()} />
      {bundles?.length === 0 && <EmptyState text={t('empty')} />}
      {bundles?.length === 0 && onReset && (
        <Button variant="default" onClick={onReset}>
          {t('gone.all')}
        </Button>
      )}
      <SaleList>
        {bundles?.map((bundle) => (
          <BundleCard
            key={bundle.id}
            bundle={bundle}
            compared={compared}
            isAddOn={filter.gives !== undefined}
          />
        ))}
      </SaleList>
      {found.hasNextPage && (
        <Button variant="default" loading={found.isFetchingNextPage} onClick={() => found.fetchNextPage()}>
          {t('more')}
        </Button>
      )}
    </section>
  );
}

/** The catalogue of bundles, or a category of it at the category's own address. */
export function BundlesPage() {
  const { t } = useTranslation('bundles');
  const [params, setParams] = useSearchParams();
  const own = addresses[useLocation().pathname.split('/').at(-1) ?? ''];
  const filter = { ...filterOf(params), ...own?.filter };
  const compared = useCompared();
  const changeSearch = useChangeSearch();
  const change = (name: keyof Filter, value: string) =>
    changeSearch((search) => setOrDelete(search, name, value), { replace: true });
  return (
    <div className={`container ${classes.page}`}>
      <PageHeading takesFocus title={t(own?.title ?? 'title')} lead={t('lead')} />
      <OfMyLine suggests={own === undefined} />
      <Filters filter={filter} fixed={own?.filter.category !== undefined} onChange={change} />
      <Found
        filter={filter}
        compared={compared}
        {...(params.size > 0 && { onReset: () => setParams({}, { replace: true }) })}
      />
      <CompareBar of="bundles" ids={compared.ids} />
    </div>
  );
}
