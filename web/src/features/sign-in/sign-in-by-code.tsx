import { type FormEvent, type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { CodeSent } from '@/api/gen-session';
import { problemOf } from '@/api/problem';
import { Msisdn } from '@/components/ltr';
import { OneTimeCode } from '@/components/one-time-code';
import { SubmitButton } from '@/components/submit-button';
import { TextField } from '@/components/text-field';
import { useAttempt } from '@/lib/form/use-attempt';
import { nationalMobile } from '@/lib/text/digits';
import { sendCode } from './calls';
import { NotOurs } from './not-ours';
import Refusal from './refusal';

interface Props {
  source: 'login' | 'social';
  onCode: (mobile: string, code: string) => Promise<unknown>;
  /** Content below the number form, not below the code form; it receives the reason why no code was sent. */
  below?: (messageKey?: string) => ReactNode;
}

/** A number, then the code sent to it. Cancelling clears the number. */
export function SignInByCode({ source, onCode, below }: Props) {
  const { t } = useTranslation('sign-in');
  const [mobile, setMobile] = useState('');
  const [sent, setSent] = useState<CodeSent>();
  const [invalid, setInvalid] = useState(false);
  const send = useAttempt(async (number: string) => setSent(await sendCode(number, source)));
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const number = nationalMobile(mobile);
    const short = number.length < 9;
    setInvalid(short);
    if (short) {
      event.currentTarget.querySelector('input')?.focus();
    } else {
      setMobile(number);
      void send.attempt(number);
    }
  };
  const cancel = () => {
    setSent(undefined);
    setMobile('');
  };
  if (sent) {
    return (
      <OneTimeCode
        sent={sent}
        to={<Msisdn value={mobile} />}
        onCode={(code) => onCode(mobile, code)}
        onResend={() => sendCode(mobile, source)}
        onCancel={cancel}
        changes="mobile"
      />
    );
  }
  return (
    <>
      <form noValidate className="stack" onSubmit={submit}>
        <TextField
          label={t('quick.mobile')}
          hint={t('quick.mobileHint')}
          error={invalid && t('quick.mobileError')}
          type="tel"
          dir="ltr"
          inputMode="numeric"
          autoComplete="tel-national"
          value={mobile}
          onChange={(event) => setMobile(event.currentTarget.value)}
        />
        {Boolean(send.error) && <Refusal error={send.error} />}
        <SubmitButton busy={send.busy}>{t('quick.send')}</SubmitButton>
      </form>
      <NotOurs error={send.error} />
      {below?.(problemOf(send.error)?.messageKey)}
    </>
  );
}
