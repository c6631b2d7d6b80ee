import { useState } from 'react';
import { type CodeSent, type OtpSource, requestOtp } from '@/api/gen-session';
import { useAttempt } from '@/lib/form/use-attempt';
import { useLineCall } from '@/lib/session/use-line-call';

/** Sends a code to the line, for one of the two steps with a code. */
export function useCode(number: string, source: OtpSource) {
  const [sent, setSent] = useState<CodeSent>();
  const { headers } = useLineCall();
  const send = async () => {
    const otp = { mobile_number: number, source };
    const versioned = { ...headers, 'X-Api-Version': 'v3' as const };
    return (await requestOtp({ headers: versioned, body: { otp }, throwOnError: true })).data.data;
  };
  const ask = useAttempt(async () => setSent(await send()));
  return { sent, send, ask };
}
