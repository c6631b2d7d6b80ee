import { NativeSelect } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import type { ShopWidget } from '@/api/gen-bundles';
import { ChoiceChips } from '@/components/choice/choice-chips';
import { CompareBar } from '@/components/comparison/compare-bar';
import { useCompared } from '@/components/comparison/use-compared';
import { EmptyState } from '@/components/empty-state';
import { ErrorNotice } from '@/components/error-notice';
import { Loading } from '@/components/loading';
import { PageHeading } from '@/components/page-heading';
import { Stack } from '@/components/ui/layout';
import { setOrDelete, useChangeSearch } from '@/lib/site/use-change-search';
import classes from '../bundles.module.css';
import { OfMyLine } from '../of-my-line';
import { filterOf, orders } from '../use-bundles';
import { ShopSection } from './shop-section';
import { type Kind, kinds, useShop } from './use-shop';

interface FiltersProps {
  widgets: ShopWidget[];
  kind: Kind | undefined;
  sort: string | undefined;
  onChange: (name: string, value: string) => void;
}

/** Filters for the kinds that the shop has, and the order of bundles if there are any. */
function Filters({ widgets, kind, sort, onChange }: FiltersProps) {
  const { t } = useTranslation('bundles');
  const there = kinds.filter((one) => widgets.some((widget) => widget.kind === one));
  return (
    <div className={classes.filters}>
      <ChoiceChips
        legend={t('tags.label')}
        name="kind"
        value={kind ?? 'all'}
        choices={(['all', ...there] as const).map((value) => ({ value, label: t(`shop.kinds.${value}`) }))}
        onChange={(value) => onChange('kind', value === 'all' ? '' : value)}
      />
      {there.includes('bundles') && (kind ?? 'bundles') === 'bundles' && (
        <NativeSelect
          size="md"
          className={classes.sort}
          label={t('shop.sort')}
          value={sort ?? ''}
          data={[
            { value: '', label: t('sort.shop') },
            ...orders.map((value) => ({ value, label: t(`sort.${value}`) })),
          ]}
          onChange={(event) => onChange('sort', event.currentTarget.value)}
        />
      )}
    </div>
  );
}

/** All bundles on sale, in the server's sections. The address contains the chosen filters. */
export function ShopPage() {
  const { t } = useTranslation('bundles');
  const { data, error, isPending, refetch } = useShop();
  const [params] = useSearchParams();
  const compared = useCompared();
  const kind = kinds.find((one) => one === params.get('kind'));
  const { sort } = filterOf(params);
  const widgets = data?.data.widgets ?? [];
  const changeSearch = useChangeSearch();
  const change = (name: string, value: string) =>
    changeSearch((search) => setOrDelete(search, name, value), { replace: true });
  return (
    <div className={`container ${classes.page}`}>
      <PageHeading takesFocus title={t('shop.title')} lead={t('shop.lead')} />
      {isPending && <Loading lines={3} height={200} />}
      <ErrorNotice error={error} onRetry={() => refetch()} />
      {widgets.length > 0 && <Filters widgets={widgets} kind={kind} sort={sort} onChange={change} />}
      <OfMyLine suggests />
      {data && widgets.length === 0 && <EmptyState text={t('shop.empty')} />}
      <Stack gap={40}>
        {widgets
          .filter((widget) => !kind || widget.kind === kind)
          .map((widget) => (
            <ShopSection key={widget.key} widget={widget} sort={sort} compared={compared} />
          ))}
      </Stack>
      <CompareBar of="bundles" ids={compared.ids} />
    </div>
  );
}
