import { addPasskey, beginPasskey, type Passkey } from '@/api/gen-session';
import { useAttempt } from '@/lib/form/use-attempt';
import { useLineCall } from '@/lib/session/use-line-call';
import { madePasskey } from './browser';

/**
 * Makes a passkey on this device and adds it to the account. If the sign-in is too old, the server asks for
 * the password.
 */
export function useAddPasskey(onAdded: (passkey: Passkey) => unknown) {
  const { headers } = useLineCall();
  const call = { headers, throwOnError: true } as const;
  return useAttempt(async (password?: string) => {
    const { data: asked } = await beginPasskey({ ...call, body: password ? { password } : {} });
    const { data: added } = await addPasskey({ ...call, body: await madePasskey(asked.data) });
    await onAdded(added.data);
  });
}
