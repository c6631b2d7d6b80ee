import { useTranslation } from 'react-i18next';
import { useParams } from 'react-router';
import { type Objection, objectByLink } from '@/api/gen-lines';
import { zObjectByLinkBody, zPortOutReference } from '@/api/gen-lines/zod.gen';
import { problemOf } from '@/api/problem';
import { DeadEnd } from '@/components/dead-end';
import { PageHeading } from '@/components/page-heading';
import { SecondaryLink } from '@/components/primary-action';
import { useKeyedCall } from '@/lib/http/use-keyed-call';
import { useSession } from '@/lib/session';
import { useAddressSecret } from '@/lib/session/use-address-secret';
import { useLanguage } from '@/lib/text/use-language';
import { Outcome, StopMove } from './objection';
import { PortOutNumber } from './port-out-number';

function InvalidLink() {
  const { t } = useTranslation('port-out');
  const language = useLanguage();
  return (
    <DeadEnd scene="closed" title={t('invalid')} lead={t('invalidText')}>
      <SecondaryLink to={`/${language}/login`}>{t('signIn')}</SecondaryLink>
      <SecondaryLink to={`/${language}/`}>{t('home')}</SecondaryLink>
    </DeadEnd>
  );
}

/** Stops the move with the secret of the message, without a sign-in. */
function ByLink({ reference, token }: { reference: string; token: string }) {
  const { t } = useTranslation('port-out');
  const language = useLanguage();
  const stop = useKeyedCall<void, Objection>((key) => {
    const headers = { 'accept-language': language, 'Idempotency-Key': key };
    return objectByLink({ path: { reference }, headers, body: { token }, throwOnError: true });
  });
  const wellFormed = zObjectByLinkBody.safeParse({ token }).success;
  if (!wellFormed || problemOf(stop.error)?.messageKey === 'dispute_link_invalid') {
    return <InvalidLink />;
  }
  return (
    <div className="container" style={{ paddingBlock: '2rem' }}>
      {stop.data ? (
        <Outcome answer={stop.data} />
      ) : (
        <>
          <PageHeading takesFocus title={t('title')} lead={t('byLink')} />
          <StopMove error={stop.error} isPending={stop.isPending} onStop={() => stop.mutate()} />
        </>
      )}
    </div>
  );
}

/** A number that is about to leave: by the link of a message, or from its account. */
export function PortOutPage() {
  const { reference = '' } = useParams();
  const token = useAddressSecret();
  const { user } = useSession();
  if (!zPortOutReference.safeParse(reference).success) {
    return <InvalidLink />;
  }
  if (token === '' && user) {
    return <PortOutNumber key={reference} reference={reference} />;
  }
  return <ByLink reference={reference} token={token} />;
}
