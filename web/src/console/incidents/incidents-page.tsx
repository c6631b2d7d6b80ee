import { Button } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { ErrorNotice } from '@/components/error-notice';
import { Loading } from '@/components/loading';
import { PageHeading } from '@/components/page-heading';
import { useShortcuts } from '../frame/shortcuts';
import { IncidentList } from './incident-list';
import classes from './incidents.module.css';
import { useIncidents, usePageAsked } from './use-incidents';
import { OpenDialog } from './write-dialogs';

const pageAt = (page: number) => (page > 1 ? `?${new URLSearchParams({ page: String(page) })}` : '.');

function Pages({ page, more }: { page: number; more: boolean }) {
  const { t } = useTranslation('incidents');
  if (page === 1 && !more) {
    return null;
  }
  return (
    <nav aria-label={t('pages')} className="row">
      {page > 1 && (
        <Button component={Link} variant="default" to={pageAt(page - 1)}>
          {t('newer')}
        </Button>
      )}
      {more && (
        <Button component={Link} variant="default" to={pageAt(page + 1)}>
          {t('older')}
        </Button>
      )}
    </nav>
  );
}

/** Incidents that delay many orders, and the texts for their customers. */
export function IncidentsPage() {
  const { t } = useTranslation('incidents');
  const page = usePageAsked();
  const [opening, setOpening] = useState(false);
  const { data, error, refetch } = useIncidents(page);
  const reload = () => void refetch();
  useShortcuts({ r: reload });
  return (
    <div className="stack">
      <div className={`row ${classes.head}`}>
        <PageHeading takesFocus title={t('title')} lead={t('lead')} />
        <Button onClick={() => setOpening(true)}>{t('open.title')}</Button>
      </div>
      <ErrorNotice error={error} onRetry={reload} />
      {data?.items.length === 0 && <p role="status">{t('none')}</p>}
      {data && data.items.length > 0 && <IncidentList incidents={data.items} />}
      {data && <Pages page={page} more={data.more} />}
      {!data && !error && <Loading lines={3} height={120} />}
      {opening && <OpenDialog onClose={() => setOpening(false)} />}
    </div>
  );
}
