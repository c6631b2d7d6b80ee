import { useState } from 'react';
import type { CodeSent } from '@/api/gen-session';
import { Msisdn } from '@/components/ltr';
import { OneTimeCode } from '@/components/one-time-code';
import { giveCode, type IdClaim, sendCode } from './calls';
import Refusal from './refusal';

interface Props {
  mobile: string;
  source: IdClaim['source'];
  sent: CodeSent;
  onRight: () => void;
  onCancel: () => void;
}

/** The code that was sent to a number. Whether the number has an account shows now, with the way that leads on. */
export function NumberCode({ mobile, source, sent, onRight, onCancel }: Props) {
  const [refused, setRefused] = useState<unknown>();
  const give = async (code: string) => {
    setRefused(undefined);
    try {
      await giveCode(mobile, source, code);
    } catch (error) {
      setRefused(error);
      throw error;
    }
    onRight();
  };
  return (
    <>
      <OneTimeCode
        sent={sent}
        to={<Msisdn value={mobile} />}
        onCode={give}
        onResend={() => sendCode(mobile, source)}
        onCancel={onCancel}
      />
      {Boolean(refused) && <Refusal said error={refused} />}
    </>
  );
}
