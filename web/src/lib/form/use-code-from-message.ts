import { useEffect, useEffectEvent } from 'react';
import { credentialStore } from '@/lib/browser-parts';

/** What a browser that reads codes out of messages (WebOTP) is asked, and answers. */
interface CodeRequest extends CredentialRequestOptions {
  otp: { transport: ['sms'] };
}
interface CodeCredential extends Credential {
  code: string;
}

/**
 * Takes the code out of the message that brings it, where the browser can and the customer agrees. Asked anew for each code
 * that is sent, and no longer once the field is left.
 */
export function useCodeFromMessage(sent: unknown, take: (code: string) => void): void {
  const arrived = useEffectEvent(take);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another code that was sent is asked for anew
  useEffect(() => {
    if (!('OTPCredential' in window)) {
      return;
    }
    const left = new AbortController();
    const request: CodeRequest = { otp: { transport: ['sms'] }, signal: left.signal };
    credentialStore()
      ?.get(request)
      .then(
        (credential) => credential && !left.signal.aborted && arrived((credential as CodeCredential).code),
        () => {}, // the customer said no, or the field was left: the code is typed
      );
    return () => left.abort();
  }, [sent]);
}
