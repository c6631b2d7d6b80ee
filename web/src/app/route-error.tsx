import { useTranslation } from 'react-i18next';
import { Link, useRouteError } from 'react-router';
import { PageHeading } from '@/components/page-heading';
import { PrimaryButton } from '@/components/primary-action';
import { useLanguage } from '@/lib/use-language';

const chunkFailure = /dynamically imported module|module script failed|preload CSS/i;

/** A part that is gone after a release is cured by a reload; anything else is said plainly. */
export function RouteError() {
  const { t } = useTranslation();
  const language = useLanguage();
  const error = useRouteError();
  const chunk = error instanceof Error && chunkFailure.test(error.message);
  return (
    <div className="container stack" style={{ paddingBlock: '4rem' }} role="alert">
      <PageHeading
        title={t(chunk ? 'errors.chunkTitle' : 'errors.title')}
        lead={t(chunk ? 'errors.chunk' : 'errors.server')}
      />
      <div style={{ display: 'flex', gap: '1rem', alignItems: 'center', flexWrap: 'wrap' }}>
        <PrimaryButton onClick={() => location.reload()}>{t('actions.reload')}</PrimaryButton>
        <Link to={`/${language}/`}>{t('actions.home')}</Link>
      </div>
    </div>
  );
}
