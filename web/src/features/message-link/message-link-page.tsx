import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { followLink } from '@/api/gen-session';
import { zFollowLinkBody } from '@/api/gen-session/zod.gen';
import { problemOf } from '@/api/problem';
import { DeadEnd } from '@/components/dead-end';
import { ErrorNotice } from '@/components/error-notice';
import { Loading } from '@/components/loading';
import { PageHeading } from '@/components/page-heading';
import { SecondaryLink } from '@/components/primary-action';
import { HelpLink } from '@/components/support/help-link';
import { useAttempt } from '@/lib/form/use-attempt';
import { useAddressSecret } from '@/lib/session/use-address-secret';
import { useLanguage } from '@/lib/text/use-language';

/** Goes from the short link of a message to its page. */
export function MessageLinkPage() {
  const { t } = useTranslation('message-link');
  const language = useLanguage();
  const navigate = useNavigate();
  const token = useAddressSecret();
  const wellFormed = zFollowLinkBody.safeParse({ token }).success;
  const { attempt, error } = useAttempt(async () => {
    const headers = { 'accept-language': language };
    const { data } = await followLink({ headers, body: { token }, throwOnError: true });
    await navigate(`/${language}/${data.page}`, { replace: true });
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: a link is followed once, however often the page is drawn
  useEffect(() => {
    if (wellFormed) {
      void attempt();
    }
  }, []);
  const refused = problemOf(error);
  if (!wellFormed || refused?.messageKey === 'message_link_invalid') {
    return (
      <DeadEnd scene="closed" title={t('invalid')} lead={refused?.message ?? t('invalidText')}>
        <SecondaryLink to={`/${language}/`}>{t('home')}</SecondaryLink>
        <HelpLink />
      </DeadEnd>
    );
  }
  return (
    <div className="container" style={{ paddingBlock: '2rem' }}>
      <PageHeading title={t('opening')} />
      {error ? <ErrorNotice error={error} onRetry={attempt} /> : <Loading lines={3} />}
    </div>
  );
}
