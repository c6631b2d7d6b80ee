import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { searchContent } from '@/api/gen-site';
import { ErrorNotice } from '@/components/error-notice';
import { Loading } from '@/components/loading';
import { PageHeading } from '@/components/page-heading';
import { SearchForm, tooLong } from '@/components/search-form';
import { useSession } from '@/lib/session';
import { useLineCall } from '@/lib/session/use-line-call';
import { settingsNow } from '@/lib/site/site';
import { usePath } from '@/lib/site/use-path';
import { Found } from './found';
import { NothingFound } from './nothing-found';

const pageOf = (params: URLSearchParams) =>
  Math.min(1000, Math.max(1, Number.parseInt(params.get('page') ?? '', 10) || 1));

interface Asked {
  query: string;
  page: number;
}

/** Searches. The results depend on the chosen line's permissions, so the session has to be known first. */
function useFound({ query, page }: Asked) {
  const call = useLineCall();
  const { status } = useSession();
  const per_page = settingsNow()?.searchPerPage ?? 10;
  return useQuery({
    queryKey: ['search', query, page, per_page, call, status],
    enabled: status !== 'starting',
    queryFn: async ({ signal }) => {
      const { data } = await searchContent({
        ...call,
        query: { query, page, per_page },
        signal,
        throwOnError: true,
      });
      return data;
    },
  });
}

function Results({ asked, onTurn }: { asked: Asked; onTurn: (page: number) => void }) {
  const { data, error, isPending, refetch } = useFound(asked);
  if (isPending) {
    return <Loading lines={4} height={84} />;
  }
  if (!data) {
    return <ErrorNotice error={error} onRetry={() => refetch()} />;
  }
  if (data.total === 0) {
    return <NothingFound query={asked.query} />;
  }
  return <Found query={asked.query} found={data} onTurn={onTurn} />;
}

/** The results for the words in the address. */
export function SearchPage() {
  const { t } = useTranslation('search');
  const [params, setParams] = useSearchParams();
  const query = (params.get('query') ?? '').trim();
  const page = usePath('search') ?? '';
  return (
    <div className="container" style={{ paddingBlock: '2rem' }}>
      <div className="stack" style={{ maxInlineSize: '48rem' }}>
        <PageHeading takesFocus title={t('title')} lead={t('lead')} />
        <SearchForm key={query} page={page} query={query} />
        {query !== '' && !tooLong(query) && (
          <Results
            asked={{ query, page: pageOf(params) }}
            onTurn={(next) => setParams({ query, page: String(next) })}
          />
        )}
      </div>
    </div>
  );
}
