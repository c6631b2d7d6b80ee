import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { addSubscriber, type CodeSent, requestOtp, type Subscriber } from '@/api/gen-session';
import { Msisdn } from '@/components/ltr';
import { OneTimeCode } from '@/components/one-time-code';
import { PageHeading } from '@/components/page-heading';
import { UseMainFirst } from '@/components/use-main-first';
import { useAttempt } from '@/lib/form/use-attempt';
import { reloadSession, useSession } from '@/lib/session';
import { useEffectCall } from '@/lib/session/use-effect-call';
import { useLineCall } from '@/lib/session/use-line-call';
import { AccountAdded } from './account-added';
import { type AccountDetails, AccountDetailsForm } from './account-details-form';

const nothing: AccountDetails = { mobile_number: '', nickname: '', email: '' };

/** Sends the code to the number itself, because its holder must agree. */
function useSendCode() {
  const { headers } = useLineCall();
  return async (mobile_number: string): Promise<CodeSent> => {
    const { data } = await requestOtp({
      headers: { ...headers, 'X-Api-Version': 'v3' },
      body: { otp: { mobile_number, source: 'add_account' } },
      throwOnError: true,
    });
    return data.data;
  };
}

interface EnterCodeProps {
  details: AccountDetails;
  code: CodeSent;
  onAdded: (line: Subscriber) => void;
  onBack: () => void;
}

function EnterCode({ details, code, onAdded, onBack }: EnterCodeProps) {
  const { t } = useTranslation('accounts');
  const send = useSendCode();
  const add = useEffectCall((call, otp: string) => addSubscriber({ ...call, body: { ...details, otp } }));
  const submit = async (otp: string) => {
    const { data } = await add.mutateAsync(otp);
    onAdded(data);
    await reloadSession();
  };
  return (
    <>
      <PageHeading title={t('add.codeTitle')} lead={t('add.codeLead')} />
      <div className="form">
        <OneTimeCode
          sent={code}
          to={<Msisdn value={details.mobile_number} />}
          onCode={submit}
          onResend={() => send(details.mobile_number)}
          onCancel={onBack}
          failed={t('add.failed')}
        />
      </div>
    </>
  );
}

/** Adds a number to this account: the number, its code, the confirmation. */
function AddAccount() {
  const { t } = useTranslation('accounts');
  const [details, setDetails] = useState(nothing);
  const [code, setCode] = useState<CodeSent>();
  const [added, setAdded] = useState<Subscriber>();
  const send = useSendCode();
  const ask = useAttempt(async (wanted: AccountDetails) => {
    setDetails(wanted);
    setCode(await send(wanted.mobile_number));
  });
  const another = () => {
    setDetails(nothing);
    setCode(undefined);
    setAdded(undefined);
  };
  if (added) {
    return <AccountAdded line={added} onAnother={another} />;
  }
  if (code) {
    return <EnterCode details={details} code={code} onAdded={setAdded} onBack={() => setCode(undefined)} />;
  }
  return (
    <>
      <PageHeading takesFocus title={t('add.title')} lead={t('add.lead')} />
      <AccountDetailsForm initial={details} error={ask.error} busy={ask.busy} onSubmit={ask.attempt} />
    </>
  );
}

/** Accounts can be added only from the main line. */
export function AddAccountPage() {
  const { t } = useTranslation('accounts');
  const { selected } = useSession();
  if (selected?.user.is_main) {
    return <AddAccount />;
  }
  return (
    <>
      <PageHeading takesFocus title={t('add.title')} />
      <UseMainFirst>{t('onlyMain')}</UseMainFirst>
    </>
  );
}
