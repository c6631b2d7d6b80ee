import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { getInvitationOptions } from '@/api/gen-lines/@tanstack/react-query.gen';
import { problemOf } from '@/api/problem';
import { Notice } from '@/components/notice';
import { riyals } from '@/lib/text/format';
import { useLanguage } from '@/lib/text/use-language';
import { dropReferral } from '../model/referral';

/**
 * The benefit of the invitation for this order; an invitation without a benefit is dropped, and the order
 * continues.
 */
export default function Invited({ code }: { code: string }) {
  const { t } = useTranslation('referral');
  const language = useLanguage();
  const { data, error } = useQuery(
    getInvitationOptions({ headers: { 'accept-language': language }, path: { code } }),
  );
  const refused = problemOf(error)?.messageKey === 'referral_code_unknown';
  useEffect(() => {
    if (refused) {
      dropReferral();
    }
  }, [refused]);
  if (!data && !refused) {
    return null;
  }
  return (
    <div style={{ marginBlockEnd: '1.5rem' }}>
      {refused ? (
        <Notice tone="warning" title={t('invited.invalid')}>
          {t('invited.goOn')}
        </Notice>
      ) : (
        <Notice tone="positive" title={t('invited.title')}>
          {t('invited.text', { amount: riyals(data?.data.reward ?? 0) })}
        </Notice>
      )}
    </div>
  );
}
