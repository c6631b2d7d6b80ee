import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import type { VasService } from '@/api/gen-vas';
import { getVasPageOptions, listVasCategoriesOptions } from '@/api/gen-vas/@tanstack/react-query.gen';
import { ChoiceChips } from '@/components/choice/choice-chips';
import { ErrorNotice } from '@/components/error-notice';
import { Loading } from '@/components/loading';
import { Notice } from '@/components/notice';
import { Pagination } from '@/components/ui/pagination';
import { useServiceCall } from './call';
import { VasCard } from './vas-card';

const everything = '';

const pageOf = (params: URLSearchParams) => Math.max(1, Number.parseInt(params.get('page') ?? '', 10) || 1);

/** The categories of a page as a filter; hidden if there is only one. */
function Categories({
  slug,
  chosen,
  onChoose,
}: {
  slug: string;
  chosen: string;
  onChoose: (key: string) => void;
}) {
  const { t } = useTranslation('vas');
  const { data } = useQuery(listVasCategoriesOptions(useServiceCall()));
  const here = data?.data.filter(({ page }) => page === slug) ?? [];
  if (here.length < 2) {
    return null;
  }
  return (
    <ChoiceChips
      legend={t('category')}
      name="category"
      value={chosen}
      choices={[
        { value: everything, label: t('everything') },
        ...here.map(({ key, name }) => ({ value: key, label: name })),
      ]}
      onChange={onChoose}
    />
  );
}

interface Props {
  slug: string;
  busy: string | undefined;
  onChoose: (service: VasService) => void;
}

/** The services on sale, five at a time. The address contains page and category. */
export function Shelf({ slug, busy, onChoose }: Props) {
  const { t } = useTranslation('vas');
  const call = useServiceCall();
  const [params, setParams] = useSearchParams();
  const category = params.get('category') ?? everything;
  const query = { page: pageOf(params), ...(category !== everything && { category }) };
  const { data, error, isPending, refetch } = useQuery(getVasPageOptions({ ...call, path: { slug }, query }));
  const shelf = data?.data;
  return (
    <div className="stack">
      <Categories
        slug={slug}
        chosen={category}
        onChoose={(key) => setParams(key === everything ? {} : { category: key })}
      />
      {isPending && <Loading lines={5} height={150} />}
      {!shelf && <ErrorNotice error={error} onRetry={() => refetch()} />}
      {shelf?.items.length === 0 && (
        <Notice>{t(category !== everything && shelf.total === 0 ? 'emptyKind' : 'empty')}</Notice>
      )}
      {shelf && shelf.items.length > 0 && (
        <ul className="plain-list">
          {shelf.items.map((service) => (
            <VasCard key={service.id} service={service} busy={busy === service.id} onChoose={onChoose} />
          ))}
        </ul>
      )}
      {shelf && (
        <Pagination
          label={t('pages.label')}
          page={shelf.page}
          per_page={shelf.per_page}
          total={shelf.total}
          previous={t('pages.previous')}
          next={t('pages.next')}
          nameOf={(page, pages) => t('pages.of', { page, pages })}
          onPage={(page) =>
            setParams({
              ...(category !== everything && { category }),
              ...(page > 1 && { page: String(page) }),
            })
          }
        />
      )}
    </div>
  );
}
