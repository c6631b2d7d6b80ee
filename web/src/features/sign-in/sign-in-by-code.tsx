import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import * as z from 'zod/mini';
import type { CodeSent } from '@/api/gen-session';
import { zTypedNumber } from '@/api/gen-session/zod.gen';
import { problemOf } from '@/api/problem';
import { Form } from '@/components/form/form';
import { PlainMobileField } from '@/components/form/plain-field';
import { Msisdn } from '@/components/ltr';
import { OneTimeCode } from '@/components/one-time-code';
import { SubmitButton } from '@/components/submit-button';
import { useAttempt } from '@/lib/form/use-attempt';
import { useSchemaForm } from '@/lib/form/use-schema-form';
import { sendCode } from './calls';
import { NotOurs } from './not-ours';
import Refusal from './refusal';

const schema = z.object({ mobile: zTypedNumber });
type Typed = z.infer<typeof schema>;

interface Props {
  source: 'login' | 'social';
  onCode: (mobile: string, code: string) => Promise<unknown>;
  /** Content below the number form, not below the code form; it receives the reason why no code was sent. */
  below?: (messageKey?: string) => ReactNode;
}

/** A number, then the code sent to it. Cancelling clears the number. */
export function SignInByCode({ source, onCode, below }: Props) {
  const { t } = useTranslation('sign-in');
  const [sent, setSent] = useState<CodeSent>();
  const send = useAttempt(async ({ mobile }: Typed) => setSent(await sendCode(mobile, source)));
  const { form, refusal } = useSchemaForm<Typed>(schema, {
    defaultValues: { mobile: '' },
    mode: 'onSubmit',
    error: send.error,
    under: (path) => (path === 'mobile_number' ? 'mobile' : path),
  });
  const mobile = form.watch('mobile');
  const cancel = () => {
    setSent(undefined);
    form.reset();
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
      <Form form={form} className="stack" onSubmit={send.attempt}>
        <PlainMobileField
          form={form}
          name="mobile"
          label={t('quick.mobile')}
          hint={t('quick.mobileHint')}
          missing={t('quick.mobileError')}
          invalid={t('quick.mobileError')}
          autoComplete="tel-national"
        />
        {Boolean(send.error) && <Refusal error={send.error} said={refusal === undefined} />}
        <SubmitButton busy={send.busy}>{t('quick.send')}</SubmitButton>
      </Form>
      <NotOurs error={send.error} />
      {below?.(problemOf(send.error)?.messageKey)}
    </>
  );
}
