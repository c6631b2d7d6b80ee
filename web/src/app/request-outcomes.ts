import type { ApiError } from '@/api/problem';
import { dropSelection } from '@/lib/session';
import { credentials } from '@/lib/session/credentials';
import { sessionExpired } from '@/lib/session/expiry';
import { isSignedIn, sessionNow } from '@/lib/session/state';
import { noteSentBack } from '@/lib/site/sent-back';
import { defaultLanguage, languageOfPath } from '@/lib/text/language';

/** The specification's code for a forbidden page, used for these failures. */
const forbidden = { code: -403, messageKey: 'not_allowed' };
/** A refusal of another customer's order has the same code, but the page explains it. */
const saidOnThePage = 'order_not_yours';
const sessionOver = 'sign_in_required';
const staleSubAccount = -306;

/** Goes back to the previous page, or to the first page if there is no previous page. */
function goBack(): void {
  const state: unknown = history.state;
  const cameFromHere = typeof state === 'object' && state !== null && 'idx' in state && Number(state.idx) > 0;
  if (cameFromHere) {
    history.back();
  } else {
    location.assign(`/${languageOfPath(location.pathname) ?? defaultLanguage}/`);
  }
}

/**
 * Staff members have different rights: the console page explains a refusal, and the staff member can go to
 * another page.
 */
const inConsole = (): boolean => location.pathname.split('/')[2] === 'console';

const leadsBack = ({ status, problem }: ApiError): boolean =>
  status === 403 &&
  !inConsole() &&
  problem?.messageKey !== saidOnThePage &&
  (problem?.code === forbidden.code || problem?.messageKey === forbidden.messageKey);

/**
 * Tells whether the request used the present session. A refusal of a replaced session says nothing about the
 * present one.
 */
const isOfSessionHeld = async ({ headers }: Request): Promise<boolean> =>
  headers.get('Authorization') === `Bearer ${(await credentials()).token}`;

/** Handles refusals that concern the page as a whole (specification, section 8), independent of the call. */
export async function actOn(error: ApiError, request: Request): Promise<void> {
  const { status, problem } = error;
  if (status === 401 && problem?.messageKey === sessionOver && isSignedIn(sessionNow())) {
    if (await isOfSessionHeld(request)) {
      sessionExpired();
    }
  } else if (leadsBack(error)) {
    noteSentBack();
    goBack();
  } else if (status === 428 && problem?.code === staleSubAccount) {
    await dropSelection();
    location.reload();
  }
}
