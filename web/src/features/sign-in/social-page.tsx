import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, Navigate, useNavigate, useParams, useSearchParams } from 'react-router';
import type { SocialProvider } from '@/api/gen-session';
import { Loading } from '@/components/loading';
import { PrimaryButton } from '@/components/primary-action';
import { useAttempt } from '@/lib/form/use-attempt';
import { useLanguage } from '@/lib/text/use-language';
import { finishSocial, linkSocial, type Unlinked } from './calls';
import { goToProvider, rememberedSearch } from './go-to-provider';
import Refusal from './refusal';
import classes from './sign-in.module.css';
import { SignInByCode } from './sign-in-by-code';
import { SignInFrame } from './sign-in-frame';
import { providers } from './social-buttons';
import { useSignInPath } from './use-sign-in-path';

interface Part {
  provider: SocialProvider;
}

/** The provider's account is not linked to a customer: a number and its code link it. */
function LinkNumber({ provider, unlinked }: Part & { unlinked: Unlinked }) {
  const { t } = useTranslation('sign-in');
  const path = useSignInPath();
  const name = t(`social.${provider}`);
  return (
    <SignInFrame title={t('social.linkTitle')} lead={t('social.linkLead', { provider: name })}>
      <SignInByCode
        source="social"
        onCode={(mobile, code) => linkSocial(provider, unlinked, mobile, code)}
        below={() => (
          <p className={classes.other}>
            <Link to={path('login')}>{t('social.other')}</Link>
          </p>
        )}
      />
    </SignInFrame>
  );
}

/** The sign-in failed: the reason, and the alternatives. */
function NotSignedIn({ provider, error }: Part & { error?: unknown }) {
  const { t } = useTranslation('sign-in');
  const path = useSignInPath();
  const again = useAttempt(() => goToProvider(provider, rememberedSearch()));
  const name = t(`social.${provider}`);
  const outcome = error ? 'failed' : 'cancelled';
  return (
    <SignInFrame
      title={t(`social.${outcome}Title`)}
      lead={outcome === 'cancelled' && t('social.cancelledLead', { provider: name })}
    >
      <div className="stack">
        {Boolean(error) && <Refusal error={error} />}
        {Boolean(again.error) && <Refusal error={again.error} />}
        <PrimaryButton onClick={() => again.attempt()}>{t('social.again', { provider: name })}</PrimaryButton>
        <Link to={path('login')}>{t('social.other')}</Link>
      </div>
    </SignInFrame>
  );
}

/** Returns the answer in the address. The answer works once, so it is removed from the address first. */
function useAnswer() {
  const [params] = useSearchParams();
  const navigate = useNavigate();
  const [answer] = useState(() => ({ code: params.get('code') ?? '', state: params.get('state') ?? '' }));
  useEffect(() => void navigate({ search: rememberedSearch() }, { replace: true }), [navigate]);
  return answer;
}

function SocialAnswer({ provider }: Part) {
  const { t } = useTranslation('sign-in');
  const { code, state } = useAnswer();
  const [unlinked, setUnlinked] = useState<Unlinked>();
  const { attempt, error } = useAttempt(async () =>
    setUnlinked(await finishSocial(provider, { code, state })),
  );
  const cancelled = code === '';
  // biome-ignore lint/correctness/useExhaustiveDependencies: the answer is given once
  useEffect(() => {
    if (!cancelled) {
      void attempt();
    }
  }, []);
  if (cancelled || error) {
    return <NotSignedIn provider={provider} error={error} />;
  }
  if (unlinked) {
    return <LinkNumber provider={provider} unlinked={unlinked} />;
  }
  return (
    <SignInFrame title={t('social.working', { provider: t(`social.${provider}`) })}>
      <div className={classes.waiting}>
        <Loading lines={2} />
      </div>
    </SignInFrame>
  );
}

/** The page to which a provider returns. */
export function SocialPage() {
  const { provider: named } = useParams();
  const language = useLanguage();
  const provider = providers.find((candidate) => candidate === named);
  return provider ? <SocialAnswer provider={provider} /> : <Navigate replace to={`/${language}/login`} />;
}
