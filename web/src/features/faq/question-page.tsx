import { useTranslation } from 'react-i18next';
import { Link, Navigate, useParams } from 'react-router';
import type { FaqPost } from '@/api/gen-content';
import { statusOf } from '@/api/problem';
import { DeadEnd } from '@/components/dead-end';
import { ErrorNotice } from '@/components/error-notice';
import { Loading } from '@/components/loading';
import { PageHeading } from '@/components/page-heading';
import { PrimaryLink, SecondaryLink } from '@/components/primary-action';
import { usePath } from '@/lib/site/use-path';
import classes from './faq.module.css';
import { Helpful } from './helpful';
import { Answer } from './questions';
import { useFaq, useQuestion } from './use-faq';

/** Other questions of the topic. A failure shows no error: the answer is there without them. */
function Others({ post }: { post: FaqPost }) {
  const { t } = useTranslation('faq');
  const others = useFaq(post.topic).data?.data.items.filter(({ id, url }) => id !== post.id && url) ?? [];
  return (
    others.length > 0 && (
      <section>
        <h2 className={classes.topic}>{t('more')}</h2>
        <ul className={`stack tight ${classes.others}`}>
          {others.map(({ id, title, url }) => (
            <li key={id}>
              <Link to={url}>{title}</Link>
            </li>
          ))}
        </ul>
      </section>
    )
  );
}

function Question({ post }: { post: FaqPost }) {
  const { t } = useTranslation('faq');
  const all = usePath('faq');
  return (
    <article className={`container stack ${classes.page}`}>
      <PageHeading key={post.id} takesFocus title={post.title} />
      <Answer post={post} />
      <Helpful key={`helpful ${post.id}`} id={post.id} />
      <Others post={post} />
      {all && (
        <p>
          <Link to={all}>{t('backToAll')}</Link>
        </p>
      )}
    </article>
  );
}

function Gone() {
  const { t } = useTranslation('faq');
  const all = usePath('faq');
  const support = usePath('support');
  return (
    <DeadEnd scene="empty" title={t('goneTitle')} lead={t('gone')}>
      {all && <PrimaryLink to={all}>{t('backToAll')}</PrimaryLink>}
      {support && <SecondaryLink to={support}>{t('askUs')}</SecondaryLink>}
    </DeadEnd>
  );
}

/** A question with its answer, at its address in the language of the page. */
export function QuestionPage() {
  const { t } = useTranslation('faq');
  const { slug = '' } = useParams();
  const { data, error, isPending, refetch } = useQuestion(slug);
  if (isPending) {
    return (
      <div className={`container ${classes.page}`}>
        <Loading lines={3} />
      </div>
    );
  }
  if (!data) {
    return [404, 422].includes(statusOf(error) ?? 0) ? (
      <Gone />
    ) : (
      <div className={`container ${classes.page}`}>
        <PageHeading takesFocus title={t('title')} />
        <ErrorNotice error={error} onRetry={() => refetch()} />
      </div>
    );
  }
  return slug === data.data.slug ? <Question post={data.data} /> : <Navigate to={data.data.url} replace />;
}
