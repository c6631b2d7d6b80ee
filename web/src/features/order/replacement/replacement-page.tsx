import { Button } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { RadioCards } from '@/components/choice/radio-cards';
import { ErrorNotice } from '@/components/error-notice';
import { PageHeading } from '@/components/page-heading';
import { SecondaryLink } from '@/components/primary-action';
import { useSession } from '@/lib/session';
import { loginPath } from '@/lib/session/return-path';
import { useLanguage } from '@/lib/text/use-language';
import { useStartOrder } from '../model/use-start-order';
import OldSimNotice from './old-sim-notice';

const sims = { physical: 'sim-replacement', esim: 'esim-replacement' } as const;
type Sim = keyof typeof sims;
const choices: Sim[] = ['physical', 'esim'];

/** The start of the replacement of a lost or damaged SIM, for customers with and without an account. */
export function ReplacementPage() {
  const { t } = useTranslation('replacement');
  const language = useLanguage();
  const { status } = useSession();
  const [sim, setSim] = useState<Sim>('physical');
  const start = useStartOrder();
  return (
    <div className="container" style={{ paddingBlock: '2rem' }}>
      <PageHeading takesFocus title={t('title')} lead={t('lead')} />
      <div className="stack form">
        <RadioCards
          legend={t('sim')}
          name="sim"
          value={sim}
          cards={choices.map((value) => ({ value, title: t(value), hint: t(`${value}Hint`) }))}
          onChange={setSim}
        />
        <OldSimNotice />
        <ErrorNotice error={start.error} />
        <Button
          size="lg"
          className="primary-action"
          loading={start.isPending}
          onClick={() => start.mutate({ kind: sims[sim], numberSource: 'existing' })}
        >
          {t('start')}
        </Button>
        {status === 'guest' && (
          <>
            <p style={{ margin: 0 }}>{t('guest')}</p>
            <SecondaryLink to={loginPath(language, `/${language}/replace-sim`)}>{t('signIn')}</SecondaryLink>
          </>
        )}
      </div>
    </div>
  );
}
