import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { getPlanOptions } from '@/api/gen-plans/@tanstack/react-query.gen';
import { Notice } from '@/components/notice';
import { usePath } from '@/lib/site/use-path';
import { useLanguage } from '@/lib/text/use-language';

/** The plan that the visitor chose before the number, and the way to another one. A plan that is not on sale is not named. */
export default function ChosenPlan({ id: planId }: { id: string }) {
  const { t } = useTranslation('start');
  const headers = { 'accept-language': useLanguage() };
  const { data } = useQuery(getPlanOptions({ path: { planId }, headers }));
  const all = usePath('plans');
  if (!data) {
    return null;
  }
  return (
    <div style={{ marginBlockEnd: '1.5rem' }}>
      <Notice action={all && <Link to={all}>{t('otherPlan')}</Link>}>
        {t('withPlan', { name: data.data.plan.name })}
      </Notice>
    </div>
  );
}
