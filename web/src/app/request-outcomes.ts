import type { ApiError } from '@/api/problem';
import { dropSelection } from '@/lib/session';
import { credentials } from '@/lib/session/credentials';
import { sessionExpired } from '@/lib/session/expiry';
import { isSignedIn, sessionNow } from '@/lib/session/state';
import { noteSentBack } from '@/lib/site/sent-back';
import { defaultLanguage, languageOfPath } from '@/lib/text/language';

/** The specification's number for a forbidden page stands for these failures. */
const forbidden = { code: -403, messageKey: 'not_allowed' };
/** Another customer's order has the same number, but its page says what to do. */
const saidOnThePage = 'order_not_yours';
const sessionOver = 'sign_in_required';
const staleSubAccount = -306;

/** Back to where the customer came from; who came from nowhere goes to the first page. */
function goBack(): void {
  const state: unknown = history.state;
  const cameFromHere = typeof state === 'object' && state !== null && 'idx' in state && Number(state.idx) > 0;
  if (cameFromHere) {
    history.back();
  } else {
    location.assign(`/${languageOfPath(location.pathname) ?? defaultLanguage}/`);
  }
}

/** Staff members have different rights: the console's page says so, and they go on to another page. */
const inConsole = (): boolean => location.pathname.split('/')[2] === 'console';

const leadsBack = ({ status, problem }: ApiError): boolean =>
  status === 403 &&
  !inConsole() &&
  problem?.messageKey !== saidOnThePage &&
  (problem?.code === forbidden.code || problem?.messageKey === forbidden.messageKey);

/** Asked with a session that a sign-in has replaced since then, a refusal says nothing about the one that is held. */
const isOfSessionHeld = async ({ headers }: Request): Promise<boolean> =>
  headers.get('Authorization') === `Bearer ${(await credentials()).token}`;

/** What refusals of some kinds mean for the page as a whole (specification, section 8), whichever call met them. */
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
