import type { CaseKind } from '@/api/gen-support';
import { consolePath } from '@/lib/session/return-path';
import type { Language } from '@/lib/text/language';

/** Returns the page of a piece of work, which may be a case or not. */
export const casePath = (language: Language, { kind, id }: { kind: CaseKind; id: string }): string =>
  `${consolePath(language)}/cases/${kind}/${id}`;

/** Returns the page of a customer, by the id of a line or an account. */
export const customerPath = (language: Language, id: string): string =>
  `${consolePath(language)}/customers/${id}`;

export const bulksPath = (language: Language): string => `${consolePath(language)}/bulk`;

export const bulkPath = (language: Language, id: string): string => `${bulksPath(language)}/${id}`;
