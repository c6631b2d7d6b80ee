import { signIn as openSession } from '@/api/gen-session';
import { i18n } from '@/i18n';
import { latinDigits } from '@/lib/text/digits';
import { signIn } from './account';
import { credentials } from './credentials';

/** A password may contain characters of several bytes. */
const base64 = (text: string): string => btoa(String.fromCharCode(...new TextEncoder().encode(text)));

/** Signs in with an e-mail address or a number. The new session replaces the present one. */
export async function signInByPassword(name: string, password: string): Promise<void> {
  const { token } = await credentials();
  const { data } = await openSession({
    headers: {
      'accept-language': i18n.language,
      Authorization: `Basic ${base64(`${latinDigits(name.trim())}:${password}`)}`,
      'X-Device-Session': token,
    },
    throwOnError: true,
  });
  await signIn(data.data.auth_token);
}
