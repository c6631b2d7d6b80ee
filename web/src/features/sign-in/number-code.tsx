import { Button } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { CodeSent } from '@/api/gen-session';
import { problemOf } from '@/api/problem';
import { Msisdn } from '@/components/ltr';
import { OneTimeCode } from '@/components/one-time-code';
import { giveCode, type IdClaim, sendCode } from './calls';
import Refusal from './refusal';

/** Refusals after a correct code: the code is used, and another code would give the same answer. */
const final = new Set(['number_already_registered', 'user_not_registered']);

interface Props {
  mobile: string;
  source: IdClaim['source'];
  sent: CodeSent;
  onRight: () => void;
  onCancel: () => void;
}

/** Takes the code sent to a number. The answer shows whether the number has an account, and the next page. */
export function NumberCode({ mobile, source, sent, onRight, onCancel }: Props) {
  const { t } = useTranslation();
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
  if (final.has(problemOf(refused)?.messageKey ?? '')) {
    return (
      <div className="stack">
        <Refusal error={refused} />
        <Button size="lg" variant="default" onClick={onCancel}>
          {t('actions.back')}
        </Button>
      </div>
    );
  }
  return (
    <OneTimeCode
      sent={sent}
      to={<Msisdn value={mobile} />}
      onCode={give}
      onResend={() => sendCode(mobile, source)}
      onCancel={onCancel}
    />
  );
}
