import { useTranslation } from 'react-i18next';
import { DeadEnd } from '@/components/dead-end';
import { SecondaryLink } from '@/components/primary-action';
import { useSite } from '@/lib/site/site';
import { dayAndTime } from '@/lib/text/format';
import { useLanguage } from '@/lib/text/use-language';

/** Shown during maintenance: the reason, the end, and that the page continues by itself. */
export function MaintenancePage() {
  const { t } = useTranslation(['closed-pages', 'common']);
  const language = useLanguage();
  const schedule = useSite()?.maintenanceSchedule;
  const until = schedule && t('maintenance.until', { end: dayAndTime(schedule.EndDate, language) });
  return (
    <DeadEnd
      scene="error"
      title={schedule?.title ?? t('maintenance.title')}
      lead={schedule?.text ?? t('maintenance.over')}
    >
      {until ? (
        <p role="status">
          {until} {t('maintenance.goesOn')}
        </p>
      ) : (
        <SecondaryLink to={`/${language}/`}>{t('common:actions.home')}</SecondaryLink>
      )}
    </DeadEnd>
  );
}
