import { useTranslation } from 'react-i18next';
import { DeadEnd } from '@/components/dead-end';
import { PrimaryLink, SecondaryLink } from '@/components/primary-action';
import { useLanguage } from '@/lib/text/use-language';

/** Shown for an order that this browser does not know: explains how to open it here. */
export default function NoAccess() {
  const { t } = useTranslation(['order-asides', 'common']);
  const language = useLanguage();
  return (
    <DeadEnd scene="closed" title={t('noAccess.title')} lead={t('noAccess.text')}>
      <PrimaryLink to={`/${language}/order-sim`}>{t('noAccess.start')}</PrimaryLink>
      <SecondaryLink to={`/${language}/find-order`}>{t('noAccess.find')}</SecondaryLink>
      <SecondaryLink to={`/${language}/sim-activation`}>{t('common:nav.activate')}</SecondaryLink>
    </DeadEnd>
  );
}
