import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { PageHeading } from '@/components/page-heading';
import { useLanguage } from '@/lib/use-language';

export function NotFound() {
  const { t } = useTranslation();
  const language = useLanguage();
  return (
    <div className="container stack" style={{ paddingBlock: '4rem' }}>
      <PageHeading title={t('errors.notFoundTitle')} lead={t('errors.notFound')} />
      <ul>
        <li>
          <Link to={`/${language}/`}>{t('actions.home')}</Link>
        </li>
        <li>
          <Link to={`/${language}/order-sim`}>{t('nav.orderSim')}</Link>
        </li>
        <li>
          <Link to={`/${language}/sim-activation`}>{t('nav.activate')}</Link>
        </li>
      </ul>
    </div>
  );
}
