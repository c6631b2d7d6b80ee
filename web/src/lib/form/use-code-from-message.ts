import { useEffect, useEffectEvent } from 'react';
import { credentialStore } from '@/lib/browser-parts';

/** Options and answer of WebOTP, with which a browser reads a code from a text message. */
interface CodeRequest extends CredentialRequestOptions {
  otp: { transport: ['sms'] };
}
interface CodeCredential extends Credential {
  code: string;
}

/**
 * Fills in the code from the text message if the browser supports this and the customer agrees. The hook asks
 * the browser again for each sent code and stops when the field is left.
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
        () => {}, // the customer refused or left the field, and types the code
      );
    return () => left.abort();
  }, [sent]);
}
