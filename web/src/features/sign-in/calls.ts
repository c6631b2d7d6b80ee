import {
  finishSocialSignIn,
  linkSocialAccount,
  type OtpSource,
  type RegisterUserData,
  registerUser,
  requestOtp,
  resetPassword,
  type SocialProvider,
  startSocialSignIn,
  type ValidateIdOfNumberData,
  type ValidateRegistrationDataData,
  validateIdOfNumber,
  validateOtp,
  validateRegistrationData,
} from '@/api/gen-session';
import { i18n } from '@/i18n';
import { signIn, withDevice } from '@/lib/session/account';

/** Calls of the sign-in pages. They need the session of the device, which they start if there is none. */
const call = () => ({ headers: { 'accept-language': i18n.language }, throwOnError: true as const });
const callV3 = () => ({
  headers: { 'accept-language': i18n.language, 'X-Api-Version': 'v3' as const },
  throwOnError: true as const,
});

export { deviceMakesPasskeys } from '@/lib/passkey/browser';
export { signInByPassword } from '@/lib/session/sign-in-by-password';

export async function sendCode(mobile_number: string, source: OtpSource) {
  const { data } = await withDevice(() =>
    requestOtp({ ...callV3(), body: { otp: { mobile_number, source } } }),
  );
  return data.data;
}

/** Sends a code. The source `login` signs in; the other sources only allow the next step. */
export async function giveCode(mobile_number: string, source: OtpSource, otp: string): Promise<void> {
  const { data } = await validateOtp({ ...call(), body: { otp: { mobile_number, source, otp } } });
  if (data.data.auth_token) {
    await signIn(data.data.auth_token);
  }
}

/** Returns the address of the provider's page, bound to this session. */
export async function socialAddress(provider: SocialProvider): Promise<string> {
  const { data } = await withDevice(() => startSocialSignIn({ ...call(), path: { provider } }));
  return data.data.url;
}

/** The data that links a provider's account without a customer. */
export interface Unlinked {
  uid: string;
  token: string;
}

/** Signs in with the provider's answer. Returns the provider's account if it is not linked yet. */
export async function finishSocial(
  provider: SocialProvider,
  answer: { code: string; state: string },
): Promise<Unlinked | undefined> {
  const { data } = await withDevice(() =>
    finishSocialSignIn({ ...call(), path: { provider }, body: answer }),
  );
  const { auth_token, uid, token } = data.data;
  if (auth_token) {
    await signIn(auth_token);
    return undefined;
  }
  return uid && token ? { uid, token } : undefined;
}

export async function linkSocial(
  provider: SocialProvider,
  { uid, token }: Unlinked,
  mobile_number: string,
  otp: string,
): Promise<void> {
  const social_auth = { uid, provider, credentials: { token } };
  const { data } = await linkSocialAccount({ ...call(), body: { otp, mobile_number, social_auth } });
  await signIn(data.data.auth_token);
}

export type Details = ValidateRegistrationDataData['body'];

export const checkDetails = (body: Details) =>
  withDevice(() => validateRegistrationData({ ...call(), body }));

export type IdClaim = ValidateIdOfNumberData['body'];

export const checkId = (body: IdClaim) => withDevice(() => validateIdOfNumber({ ...callV3(), body }));

export async function register(user: RegisterUserData['body']['user']): Promise<void> {
  const { data } = await registerUser({ ...call(), body: { user } });
  await signIn(data.data.auth_token);
}

export const savePassword = (password: string) => resetPassword({ ...call(), body: { user: { password } } });
