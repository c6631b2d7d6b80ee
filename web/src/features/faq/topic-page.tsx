import { useTranslation } from 'react-i18next';
import { EmptyState } from '@/components/empty-state';
import { ErrorNotice } from '@/components/error-notice';
import { Loading } from '@/components/loading';
import { PageHeading } from '@/components/page-heading';
import classes from './faq.module.css';
import { Questions } from './questions';
import { useFaq } from './use-faq';

type Topic = 'loyalty' | 'hawakom';

/** The questions of a topic without a frame: the mobile app shows this page inside itself. */
function TopicPage({ topic }: { topic: Topic }) {
  const { t } = useTranslation('faq');
  const { data, error, isPending, refetch } = useFaq(topic);
  return (
    <div className={`container stack ${classes.page}`}>
      <PageHeading title={t(topic)} lead={t(`${topic}Lead`)} />
      {isPending && <Loading lines={3} height={56} />}
      {!data && <ErrorNotice error={error} onRetry={() => refetch()} />}
      {data?.data.items.length === 0 && <EmptyState text={t('empty')} />}
      {data && data.data.items.length > 0 && <Questions posts={data.data.items} inside />}
    </div>
  );
}

export const LoyaltyPage = () => <TopicPage topic="loyalty" />;
export const HawakomQuestionsPage = () => <TopicPage topic="hawakom" />;
