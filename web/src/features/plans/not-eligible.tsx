import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import type { Plan } from '@/api/gen-plans';
import { Notice } from '@/components/notice';
import type { Ineligibility } from '@/components/plan/eligible';
import { usePath } from '@/lib/site/use-path';

/**
 * Explains with the specification's text why the line cannot have the plan, and links to plans that it can
 * have.
 */
export function NotEligible({ plan, why }: { plan: Plan; why: Ineligibility }) {
  const { t } = useTranslation('plans');
  const all = usePath('plans');
  const title = plan.category === 'hawakom' ? t('unfit.hawakom') : t('unfit.title', { name: plan.name });
  return (
    <Notice tone="warning" title={title} action={all && <Link to={all}>{t('unfit.others')}</Link>}>
      {t(`unfit.${why}`)}
    </Notice>
  );
}
