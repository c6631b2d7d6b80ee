import { useTranslation } from 'react-i18next';
import { DeadEnd } from '@/components/dead-end';
import { PrimaryButton, SecondaryLink } from '@/components/primary-action';
import { hasTexts } from '@/i18n';
import { useSession } from '@/lib/session';
import { isolatedNumber } from '@/lib/session/line-name';
import { useSignOut } from '@/lib/session/use-sign-out';
import { useSite } from '@/lib/site/site';
import { useLanguage } from '@/lib/text/use-language';
import { stepPath } from '../model/order-steps';

/**
 * A new number belongs to no account yet: a signed-in customer signs out to order it, or adds a SIM to the
 * present number. A data SIM has no extra SIMs.
 */
export default function LogOutFirst() {
  const { t } = useTranslation('accounts');
  const language = useLanguage();
  const { selected } = useSession();
  const signOut = useSignOut();
  const pages = useSite()?.routes;
  if (!hasTexts('accounts') || !selected) {
    return null;
  }
  const isData = selected.properties.data_sim;
  const multiSim = isData ? undefined : pages?.find(({ key }) => key === 'multi-sim');
  return (
    <DeadEnd
      scene="closed"
      title={t('logOutFirst.title')}
      lead={t(isData ? 'logOutFirst.textData' : 'logOutFirst.text', {
        number: isolatedNumber(selected.mobile_number),
      })}
    >
      <PrimaryButton onClick={() => signOut(stepPath(language, 'number-selection'))}>
        {t('logOutFirst.logOut')}
      </PrimaryButton>
      {multiSim && (
        <SecondaryLink to={`/${language}/${multiSim.rewrite_url}`}>{t('logOutFirst.multiSim')}</SecondaryLink>
      )}
      <SecondaryLink to={`/${language}/dashboard`}>{t('logOutFirst.mine')}</SecondaryLink>
    </DeadEnd>
  );
}
