import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type BulkFilter, type BulkPreview, previewBulk } from '@/api/gen-support';
import { ErrorNotice } from '@/components/error-notice';
import { PageHeading } from '@/components/page-heading';
import { useAttempt } from '@/lib/form/use-attempt';
import { useLanguage } from '@/lib/text/use-language';
import { BulkList } from './bulk-list';
import { DryRun } from './dry-run';
import { FilterForm } from './filter-form';

/**
 * Recovery after an outage: the page finds held work, previews the effect, and resumes the work at a limited
 * rate.
 */
export function BulksPage() {
  const { t } = useTranslation('console');
  const language = useLanguage();
  const [found, setFound] = useState<BulkPreview>();
  const ask = useAttempt(async (filter: BulkFilter) => {
    setFound(undefined);
    const headers = { 'accept-language': language };
    const { data } = await previewBulk({ headers, body: { filter }, throwOnError: true });
    setFound(data.data);
  });
  const change = () => {
    setFound(undefined);
    ask.clear();
  };
  return (
    <div className="stack">
      <PageHeading takesFocus title={t('bulk.title')} lead={t('bulk.lead')} />
      <FilterForm busy={ask.busy} onAsk={(filter) => void ask.attempt(filter)} onChange={change} />
      <ErrorNotice error={ask.error} />
      {found && <DryRun of={found} />}
      <BulkList />
    </div>
  );
}
