import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Link, useParams, useSearchParams } from 'react-router';
import type { ListWaitingAnswer, Partner } from '@/api/gen-support';
import { zPartner } from '@/api/gen-support/zod.gen';
import { ErrorNotice } from '@/components/error-notice';
import { Loading } from '@/components/loading';
import { Ltr } from '@/components/ltr';
import { Notice } from '@/components/notice';
import { PageHeading } from '@/components/page-heading';
import { Stack } from '@/components/ui/layout';
import { consolePath } from '@/lib/session/return-path';
import { timeOfDay } from '@/lib/text/format';
import { useLanguage } from '@/lib/text/use-language';
import { casePath } from '../case-path';
import { useShortcuts } from '../frame/shortcuts';
import { useRows } from '../queue/use-rows';
import { AwayNotice } from './away-notice';
import classes from './outages.module.css';
import { useWaiting } from './use-outages';

function List({ answer }: { answer: ListWaitingAnswer }) {
  const { t } = useTranslation('console');
  const language = useLanguage();
  const { list, onKeyDown } = useRows<HTMLUListElement>();
  if (answer.items.length === 0) {
    return <p role="status">{t('outages.noneWaits')}</p>;
  }
  return (
    <Stack
      ref={list}
      component="ul"
      gap="sm"
      className={classes.list}
      aria-label={t('outages.title')}
      onKeyDown={onKeyDown}
    >
      {answer.items.map(({ kind, id, reference, title, stageText }) => (
        <li key={`${kind} ${id}`} className="card">
          <Link data-row to={casePath(language, { kind, id })}>
            {title} <Ltr>{reference}</Ltr>
          </Link>
          <span className="dimmed">{stageText}</span>
        </li>
      ))}
    </Stack>
  );
}

function Pages({ next, after }: { next: string | undefined; after: string | undefined }) {
  const { t } = useTranslation('console');
  return (
    <nav aria-label={t('outages.pages')} className="button-row">
      {after !== undefined && (
        <Button component={Link} variant="default" to=".">
          {t('queue.first')}
        </Button>
      )}
      {next !== undefined && (
        <Button component={Link} variant="default" to={`?${new URLSearchParams({ after: next })}`}>
          {t('queue.next')}
        </Button>
      )}
    </nav>
  );
}

function Waiting({ partner }: { partner: Partner }) {
  const { t } = useTranslation('console');
  const language = useLanguage();
  const after = useSearchParams()[0].get('after') ?? undefined;
  const { data, error, refetch } = useWaiting(partner, after);
  const reload = () => void refetch();
  useShortcuts({ r: reload });
  return (
    <>
      <Stack gap={8}>
        <PageHeading takesFocus title={data ? t('outages.of', { name: data.name }) : t('outages.title')} />
        {data && (
          <p role="status" className="dimmed">
            {t('readAt', { time: timeOfDay(data.serverTime, language) })}
          </p>
        )}
      </Stack>
      <ErrorNotice error={error} onRetry={reload} />
      {data?.away && <AwayNotice of={data.away} now={data.serverTime} />}
      {data && !data.away && <Notice tone="positive">{t('outages.back', { name: data.name })}</Notice>}
      {data?.away && <List answer={data} />}
      {data && <Pages next={data.next} after={after} />}
      {!data && !error && <Loading lines={4} height={56} />}
    </>
  );
}

/** The orders and purchases that wait for a partner that does not answer. */
export function OutagePage() {
  const { t } = useTranslation('console');
  const language = useLanguage();
  const partner = zPartner.safeParse(useParams().partner).data;
  return (
    <div className="stack">
      <Link to={consolePath(language)}>{t('case.back')}</Link>
      {partner ? <Waiting partner={partner} /> : <PageHeading takesFocus title={t('outages.unknown')} />}
    </div>
  );
}
