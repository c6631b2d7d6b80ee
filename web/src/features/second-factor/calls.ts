import {
  beginSecondFactor,
  confirmSecondFactor,
  proveSecondFactor,
  renewRecoveryCodes,
} from '@/api/gen-session';
import { i18n } from '@/i18n';

const call = () => ({ headers: { 'accept-language': i18n.language }, throwOnError: true as const });

export const begin = async () => (await beginSecondFactor(call())).data.data;

/** Confirms the second factor; returns the recovery codes. */
export const confirm = async (code: string): Promise<string[]> =>
  (await confirmSecondFactor({ ...call(), body: { code } })).data.data.recovery_codes;

export const prove = (code: string) => proveSecondFactor({ ...call(), body: { code } });

export const renew = async (): Promise<string[]> =>
  (await renewRecoveryCodes(call())).data.data.recovery_codes;
