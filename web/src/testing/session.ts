import { HttpResponse, http } from 'msw';
import type { AccountLine } from '@/api/gen-lines';
import type { CurrentUser, Subscriber } from '@/api/gen-session';
import { signIn as signInWith } from '@/lib/session/account';
import { api, server } from './server';

export const user: CurrentUser = {
  first_name: 'Sara',
  last_name: 'Alqahtani',
  mobile_number: '0570000003',
  email: 'main@selfcare.example',
  email_confirmed: true,
  multi_sim: false,
  works_for_us: false,
  provider: 'password',
  properties: { subscription_type: 'postpaid', data_sim: false },
  accessList: null,
  hidden_menu: [],
};

/** A staff member after the second factor. */
export const staff: CurrentUser = {
  first_name: 'Support',
  last_name: 'Desk',
  mobile_number: '',
  email: 'support@selfcare.example',
  email_confirmed: true,
  multi_sim: false,
  works_for_us: true,
  roles: ['support'],
  provider: 'password',
  accessList: null,
  hidden_menu: [],
};

export const mainLine: Subscriber = {
  state: 'active',
  subscription_id: 'main',
  nickname: '',
  mobile_number: '0570000003',
  user: { is_main: true },
  properties: { subscription_type: 'postpaid', data_sim: false },
  accessList: null,
};

export const subLine: Subscriber = {
  state: 'active',
  subscription_id: '01920000-0000-7000-8000-00000000000a',
  nickname: 'Driver',
  mobile_number: '0570000005',
  user: { is_main: false },
  properties: { subscription_type: 'prepaid', data_sim: false },
  accessList: [{ key: 'history' }],
};

/** A line in the account's list, changed by the test. */
export const accountLineOf = (line: Subscriber, over: Partial<AccountLine> = {}): AccountLine => ({
  subscription_id: line.subscription_id,
  is_main: line.user.is_main,
  nickname: line.nickname,
  mobile_number: line.mobile_number,
  properties: line.properties,
  state: 'active',
  balance: 0,
  low: [],
  ...over,
});

/** The session that a call sent. */
export interface Shown {
  call: string;
  token: string | null;
  line: string | null;
}

/** Plays the server's side of a session: the user and the lines. Returns the sessions that calls sent. */
export function serveSession(lines: Subscriber[] = [mainLine], over: Partial<CurrentUser> = {}): Shown[] {
  const shown: Shown[] = [];
  const note = ({ url, headers, method }: Request) =>
    shown.push({
      call: `${method} ${new URL(url).pathname.replace('/api', '')}`,
      token: headers.get('Authorization')?.replace('Bearer ', '') ?? null,
      line: headers.get('x-sub-account'),
    });
  server.use(
    http.post(api('/auth/device'), ({ request }) => {
      note(request);
      return HttpResponse.json({ data: { auth_token: 'device-token' } });
    }),
    http.get(api('/users/current'), ({ request }) => {
      note(request);
      const chosen = lines.find(
        ({ subscription_id }) => subscription_id === request.headers.get('x-sub-account'),
      );
      const of = chosen ?? mainLine;
      const about = { mobile_number: of.mobile_number, accessList: of.accessList };
      return HttpResponse.json({ data: { ...user, ...about, ...over } });
    }),
    http.get(api('/users/subscribers'), ({ request }) => {
      note(request);
      return HttpResponse.json({ data: lines });
    }),
    http.get(api('/users/current/lines'), () =>
      HttpResponse.json({ data: lines.map((line) => accountLineOf(line)) }),
    ),
    http.post(api('/users/current/logout'), ({ request }) => {
      note(request);
      return new HttpResponse(null, { status: 204 });
    }),
  );
  return shown;
}

/** Signs a customer in on this page. */
export async function signIn(lines?: Subscriber[], over?: Partial<CurrentUser>): Promise<Shown[]> {
  const shown = serveSession(lines, over);
  await signInWith('user-token');
  return shown;
}
