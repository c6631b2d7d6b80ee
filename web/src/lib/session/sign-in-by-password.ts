import { signIn as openSession } from '@/api/gen-session';
import { i18n } from '@/i18n';
import { latinDigits } from '@/lib/text/digits';
import { signIn } from './account';
import { credentials } from './credentials';

/** Passwords may hold signs that are no single byte. */
const base64 = (text: string): string => btoa(String.fromCharCode(...new TextEncoder().encode(text)));

/** Signs in with an e-mail or number; the session shown so far is replaced. */
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
