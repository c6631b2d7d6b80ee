import Compass from 'lucide-react/icons/compass';
import { useTranslation } from 'react-i18next';
import { DeadEnd } from '@/components/dead-end';
import { PrimaryLink, SecondaryLink } from '@/components/primary-action';
import { useLanguage } from '@/lib/use-language';

export function NotFound() {
  const { t } = useTranslation();
  const language = useLanguage();
  return (
    <DeadEnd icon={Compass} title={t('errors.notFoundTitle')} lead={t('errors.notFound')}>
      <PrimaryLink to={`/${language}/`}>{t('actions.home')}</PrimaryLink>
      <SecondaryLink to={`/${language}/order-sim`}>{t('nav.orderSim')}</SecondaryLink>
      <SecondaryLink to={`/${language}/sim-activation`}>{t('nav.activate')}</SecondaryLink>
    </DeadEnd>
  );
}
