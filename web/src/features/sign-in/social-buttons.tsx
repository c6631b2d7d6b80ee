import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'react-router';
import type { SocialProvider } from '@/api/gen-session';
import { ErrorNotice } from '@/components/error-notice';
import { useAttempt } from '@/lib/form/use-attempt';
import { goToProvider } from './go-to-provider';
import { ProviderMark } from './provider-mark';
import classes from './sign-in.module.css';

export const providers: readonly SocialProvider[] = ['google', 'apple', 'facebook'];

/** Opens the provider's page; its answer arrives on the social page. */
export function SocialButtons() {
  const { t } = useTranslation('sign-in');
  const { search } = useLocation();
  const [chosen, setChosen] = useState<SocialProvider>();
  const leave = useAttempt(async (provider: SocialProvider) => {
    setChosen(provider);
    await goToProvider(provider, search);
  });
  return (
    <>
      <ul className={classes.providers}>
        {providers.map((provider) => (
          <li key={provider}>
            <button
              type="button"
              className={classes.provider}
              aria-label={t('social.with', { provider: t(`social.${provider}`) })}
              aria-busy={leave.busy && chosen === provider}
              onClick={() => leave.attempt(provider)}
            >
              <ProviderMark provider={provider} />
              <span>{t(`social.${provider}`)}</span>
            </button>
          </li>
        ))}
      </ul>
      <ErrorNotice error={leave.error} />
    </>
  );
}
