import { Button } from '@mantine/core';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { chooseOffers, type OffersChoice, showOffersChoice } from '@/api/gen-session';
import { zFollowLinkBody } from '@/api/gen-session/zod.gen';
import { problemOf } from '@/api/problem';
import { Scene } from '@/brand/scene';
import { DeadEnd } from '@/components/dead-end';
import { ErrorNotice } from '@/components/error-notice';
import { Loading } from '@/components/loading';
import { Notice } from '@/components/notice';
import { PageHeading } from '@/components/page-heading';
import { SecondaryButton, SecondaryLink } from '@/components/primary-action';
import { useAttempt } from '@/lib/form/use-attempt';
import { useAddressSecret } from '@/lib/session/use-address-secret';
import { useLanguage } from '@/lib/text/use-language';

/** Reads and sets the choice by the code of the link. */
function useChoice(token: string) {
  const language = useLanguage();
  const [choice, setChoice] = useState<OffersChoice>();
  const [hasChosen, setHasChosen] = useState(false);
  const headers = { 'accept-language': language };
  const look = useAttempt(async () => {
    setChoice((await showOffersChoice({ headers, body: { token }, throwOnError: true })).data);
  });
  const choose = useAttempt(async (promotions: boolean) => {
    setChoice((await chooseOffers({ headers, body: { token, promotions }, throwOnError: true })).data);
    setHasChosen(true);
  });
  return { choice, hasChosen, look, choose };
}

/** Promotions are on: what stops, what still comes, and the button. */
function StopOffers({ choice, busy, onStop }: { choice: OffersChoice; busy: boolean; onStop: () => void }) {
  const { t } = useTranslation('message-link');
  return (
    <>
      <PageHeading title={t('offers.title')} lead={t('offers.lead')} />
      <div className="stack form">
        <p className="dimmed">
          {t(`offers.to.${choice.channel}`)}{' '}
          <strong>
            <bdi dir="ltr">{choice.address}</bdi>
          </strong>
        </p>
        <p className="dimmed">{t('offers.stillComes')}</p>
        <Button size="md" className="primary-action" loading={busy} onClick={onStop}>
          {t('offers.stop')}
        </Button>
      </div>
    </>
  );
}

interface ChosenProps {
  promotions: boolean;
  busy: boolean;
  onChange: () => void;
}

/** The stored choice, with the way back. */
function Chosen({ promotions, busy, onChange }: ChosenProps) {
  const { t } = useTranslation('message-link');
  const language = useLanguage();
  return (
    <>
      <Scene of="success" />
      <PageHeading
        takesFocus
        key={String(promotions)}
        title={t(promotions ? 'offers.resumed' : 'offers.stopped')}
        lead={t('offers.saved')}
      />
      <div className="stack form">
        {!promotions && <Notice tone="info" title={t('offers.stillComes')} />}
        <div className="button-row">
          <SecondaryButton busy={busy} onClick={onChange}>
            {t(promotions ? 'offers.stop' : 'offers.resume')}
          </SecondaryButton>
          <SecondaryLink to={`/${language}/profile`}>{t('offers.profile')}</SecondaryLink>
        </div>
      </div>
    </>
  );
}

/** Asks first, unless promotions were stopped before, and then shows what was chosen. */
function AskOrChosen({ choice, hasChosen, choose }: ReturnType<typeof useChoice>) {
  if (!choice) {
    return null;
  }
  const { promotions } = choice;
  const change = () => choose.attempt(!promotions);
  return promotions && !hasChosen ? (
    <StopOffers choice={choice} busy={choose.busy} onStop={change} />
  ) : (
    <Chosen promotions={promotions} busy={choose.busy} onChange={change} />
  );
}

/** The page behind "stop offers" of a promotion. It changes nothing before the button: programs follow links, too. */
export function UnsubscribePage() {
  const { t } = useTranslation('message-link');
  const language = useLanguage();
  const token = useAddressSecret();
  const wellFormed = zFollowLinkBody.safeParse({ token }).success;
  const asked = useChoice(token);
  const { choice, look, choose } = asked;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the choice is read once, however often the page is drawn
  useEffect(() => {
    if (wellFormed) {
      void look.attempt();
    }
  }, []);
  const refused = problemOf(look.error ?? choose.error);
  if (!wellFormed || refused?.messageKey === 'message_link_invalid') {
    return (
      <DeadEnd scene="closed" title={t('invalid')} lead={refused?.message ?? t('invalidText')}>
        <SecondaryLink to={`/${language}/profile`}>{t('offers.profile')}</SecondaryLink>
        <SecondaryLink to={`/${language}/`}>{t('home')}</SecondaryLink>
      </DeadEnd>
    );
  }
  return (
    <div className="container" style={{ paddingBlock: '2rem' }}>
      {!choice && <PageHeading title={t('offers.title')} />}
      {!choice && !look.error && <Loading lines={3} />}
      <AskOrChosen {...asked} />
      <ErrorNotice error={look.error} onRetry={look.attempt} />
      <ErrorNotice error={choose.error} />
    </div>
  );
}
