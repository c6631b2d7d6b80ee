import CloudOff from 'lucide-react/icons/cloud-off';
import { useTranslation } from 'react-i18next';
import { useRouteError } from 'react-router';
import { DeadEnd } from '@/components/dead-end';
import { PrimaryButton, SecondaryLink } from '@/components/primary-action';
import { useLanguage } from '@/lib/use-language';

const chunkFailure = /dynamically imported module|module script failed|preload CSS/i;

/** A part that is gone after a release is cured by a reload; anything else is said plainly. */
export function RouteError() {
  const { t } = useTranslation();
  const language = useLanguage();
  const error = useRouteError();
  const chunk = error instanceof Error && chunkFailure.test(error.message);
  return (
    <div role="alert">
      <DeadEnd
        icon={CloudOff}
        title={t(chunk ? 'errors.chunkTitle' : 'errors.title')}
        lead={t(chunk ? 'errors.chunk' : 'errors.server')}
      >
        <PrimaryButton onClick={() => location.reload()}>{t('actions.reload')}</PrimaryButton>
        <SecondaryLink to={`/${language}/`}>{t('actions.home')}</SecondaryLink>
      </DeadEnd>
    </div>
  );
}
