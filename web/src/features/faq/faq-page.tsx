import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import type { FaqPost, FaqTopic } from '@/api/gen-content';
import { ChoiceChips } from '@/components/choice/choice-chips';
import { EmptyState } from '@/components/empty-state';
import { ErrorNotice } from '@/components/error-notice';
import { Loading } from '@/components/loading';
import { PageHeading } from '@/components/page-heading';
import { SearchForm } from '@/components/search-form';
import { usePath } from '@/lib/site/use-path';
import classes from './faq.module.css';
import { Questions } from './questions';
import { useFaq } from './use-faq';

const everything = 'all';

/** All topics, or the topic in the address. */
function Topics({ topics, items }: { topics: FaqTopic[]; items: FaqPost[] }) {
  const { t } = useTranslation('faq');
  const [params, setParams] = useSearchParams();
  const chosen = topics.find(({ key }) => key === params.get('topic'))?.key ?? everything;
  const shown = topics.filter(({ key }) => chosen === everything || key === chosen);
  return (
    <>
      <ChoiceChips
        legend={t('topics')}
        name="topic"
        value={chosen}
        first={{ value: everything, label: t('all') }}
        choices={topics.flatMap(({ key, title }) => ({ value: key, label: title }))}
        onChange={(topic) =>
          setParams(topic === everything ? {} : { topic }, { replace: true, preventScrollReset: true })
        }
      />
      {shown.map(({ key, title }) => (
        <section key={key}>
          <h2 className={classes.topic}>{title}</h2>
          <Questions posts={items.filter((post) => post.topic === key)} />
        </section>
      ))}
    </>
  );
}

/** Frequent questions by topic. The search field is here because the site's search also finds answers. */
export function FaqPage() {
  const { t } = useTranslation('faq');
  const search = usePath('search');
  const { data, error, isPending, refetch } = useFaq();
  return (
    <div className={`container stack ${classes.page}`}>
      <PageHeading takesFocus title={t('title')} lead={t('lead')} />
      {search && <SearchForm page={search} />}
      {isPending && <Loading lines={6} height={56} />}
      {!data && <ErrorNotice error={error} onRetry={() => refetch()} />}
      {data?.data.items.length === 0 && <EmptyState text={t('empty')} />}
      {data && data.data.items.length > 0 && <Topics {...data.data} />}
    </div>
  );
}
