import { beginPasskeySignIn, signInWithPasskey } from '@/api/gen-session';
import { problemOf } from '@/api/problem';
import { i18n } from '@/i18n';
import { forgetPasskey, shownPasskey } from '@/lib/passkey/browser';
import { signIn, withDevice } from '@/lib/session/account';

const call = () => ({ headers: { 'accept-language': i18n.language }, throwOnError: true as const });

/**
 * Signs in with a passkey of its owner's choice; `inField` waits until the customer chooses one in the field
 * of the name.
 */
export async function signInByPasskey(showing: { inField: boolean; signal: AbortSignal }): Promise<void> {
  const { data: asked } = await withDevice(() => beginPasskeySignIn(call()));
  const body = await shownPasskey(asked.data, showing);
  try {
    const { data } = await signInWithPasskey({ ...call(), body });
    await signIn(data.data.auth_token);
  } catch (error) {
    if (problemOf(error)?.messageKey === 'passkey_not_found') {
      forgetPasskey(body.id);
    }
    throw error;
  }
}
