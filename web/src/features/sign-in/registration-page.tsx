import { Button } from '@mantine/core';
import { type ReactNode, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useLocation } from 'react-router';
import type { CodeSent } from '@/api/gen-session';
import { problemOf } from '@/api/problem';
import { Loading } from '@/components/loading';
import { Msisdn } from '@/components/ltr';
import { PrimaryButton } from '@/components/primary-action';
import { useAttempt } from '@/lib/form/use-attempt';
import { useLanguage } from '@/lib/text/use-language';
import { type Details, register } from './calls';
import { DetailsForm } from './details-form';
import { NumberCode } from './number-code';
import Refusal from './refusal';
import classes from './sign-in.module.css';
import { SignInFrame } from './sign-in-frame';
import { useSignInPath } from './use-sign-in-path';
import { VerifyNumber } from './verify-number';

/** Opens the welcome page of a new account, which confirms the e-mail address; the requested page follows. */
function useWelcome() {
  const language = useLanguage();
  const { search } = useLocation();
  return { to: `/${language}/activate-email${search}`, state: { welcome: true } };
}

/** Creates the account; the number and its code are already confirmed. */
function Finish({ details, onBack }: { details: Details; onBack: (error: unknown) => void }) {
  const { t } = useTranslation('registration');
  const { email, password, password_confirmation } = details;
  const { attempt, error } = useAttempt(() => register({ email, password, password_confirmation }));
  // biome-ignore lint/correctness/useExhaustiveDependencies: once by itself, then by the button
  useEffect(() => void attempt(), []);
  if (!error) {
    return <Loading lines={2} />;
  }
  return (
    <div className="stack">
      <Refusal error={error} />
      <PrimaryButton onClick={() => attempt()}>{t('register.finish')}</PrimaryButton>
      <Button size="lg" variant="default" onClick={() => onBack(error)}>
        {t('register.change')}
      </Button>
    </div>
  );
}

interface StepProps {
  step: number;
  steps: number;
  next?: { to: string; state: object };
  title: string;
  lead?: ReactNode;
  children: ReactNode;
}

function Step({ step, steps, next, title, lead, children }: StepProps) {
  const { t } = useTranslation('registration');
  return (
    <SignInFrame title={title} lead={lead} next={next}>
      <p className={classes.step}>{t('register.step', { step, steps })}</p>
      {children}
    </SignInFrame>
  );
}

/**
 * Returns the number that was confirmed before this page. The proof expires after some time: then a code is
 * sent again.
 */
function useShown() {
  const { state } = useLocation();
  const [shown, setShown] = useState<string | undefined>(() =>
    typeof state?.shown === 'string' ? state.shown : undefined,
  );
  const forgetShown = (error: unknown) => {
    if (problemOf(error)?.messageKey === 'verification_required') {
      setShown(undefined);
    }
  };
  return { shown, forgetShown };
}

function ShownLead({ mobile }: { mobile: string }) {
  const { t } = useTranslation('registration');
  return (
    <>
      {t('register.shownLead')} <Msisdn value={mobile} />
    </>
  );
}

type Stage = 'details' | 'id' | 'code' | 'finish';

/**
 * Turns a number of the operator into an account: details, ID of the owner, code. The page stores no typed
 * text.
 */
export function RegistrationPage() {
  const { t } = useTranslation('registration');
  const path = useSignInPath();
  const welcome = useWelcome();
  const { shown, forgetShown } = useShown();
  const [stage, setStage] = useState<Stage>('details');
  const [details, setDetails] = useState<Details>();
  const [sent, setSent] = useState<CodeSent>();
  const mobile = details?.mobile_number ?? '';
  const toDetails = () => setStage('details');
  const steps = shown ? 2 : 3;
  if (stage === 'id') {
    return (
      <Step
        step={2}
        steps={steps}
        title={t('register.idTitle')}
        lead={
          <>
            {t('register.idLead')} <Msisdn value={mobile} />
          </>
        }
      >
        <VerifyNumber
          source="register"
          mobile={mobile}
          coded={shown !== undefined}
          onSent={(_, code) => {
            setSent(code);
            setStage(code ? 'code' : 'finish');
          }}
        />
        <Button size="lg" variant="default" fullWidth mt="md" onClick={toDetails}>
          {t('register.change')}
        </Button>
      </Step>
    );
  }
  if (stage === 'code' && sent) {
    return (
      <Step step={3} steps={steps} title={t('register.codeTitle')}>
        <NumberCode
          mobile={mobile}
          source="register"
          sent={sent}
          onRight={() => setStage('finish')}
          onCancel={toDetails}
        />
      </Step>
    );
  }
  if (stage === 'finish' && details) {
    return (
      <Step step={steps} steps={steps} title={t('register.finishTitle')} next={welcome}>
        <Finish
          details={details}
          onBack={(error) => {
            forgetShown(error);
            toDetails();
          }}
        />
      </Step>
    );
  }
  return (
    <Step
      step={1}
      steps={steps}
      title={t('register.title')}
      lead={shown ? <ShownLead mobile={shown} /> : t('register.detailsLead')}
    >
      <DetailsForm
        known={details}
        shown={shown}
        onDone={(typed) => {
          setDetails(typed);
          setStage('id');
        }}
      />
      <p className={classes.other}>
        {t('register.have')} <Link to={path('login')}>{t('register.signIn')}</Link>
      </p>
    </Step>
  );
}
