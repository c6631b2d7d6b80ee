import { HttpResponse, http } from 'msw';
import type { CodeSent } from '@/api/gen-session';
import { api, refuse, server } from './server';

/** The correct code. */
export const rightCode = '123456';

const inSeconds = (seconds: number) => new Date(Date.now() + seconds * 1000).toISOString();

/** A sent code; by default the customer can request another at once. */
export const codeSent = (over: Partial<CodeSent> = {}): CodeSent => ({
  server_time: inSeconds(0),
  expires_at: inSeconds(600),
  resend_at: inSeconds(0),
  tries_left: 5,
  sent_to: [],
  ...over,
});

interface Otp {
  mobile_number: string;
  source: string;
  otp?: string;
}

const otpOf = async (request: Request): Promise<Otp> => {
  const body = await request.json();
  return body.otp;
};

/** Sends and checks codes like the server. Returns the requested and tried codes. */
export function serveCodes(sent: Partial<CodeSent> = {}): Otp[] {
  const calls: Otp[] = [];
  server.use(
    http.post(api('/auth/otp'), async ({ request }) => {
      calls.push(await otpOf(request));
      return request.headers.get('X-Api-Version') === 'v3'
        ? HttpResponse.json({ data: codeSent(sent) })
        : refuse(400, { messageKey: 'api_version_not_supported' });
    }),
    http.post(api('/auth/otp/validate'), async ({ request }) => {
      const tried = await otpOf(request);
      calls.push(tried);
      if (tried.otp !== rightCode) {
        return refuse(422, {
          message: 'Oops, the pin is incorrect Try Again',
          messageKey: 'pin_incorrect',
          triesLeft: 4,
        });
      }
      const signsIn = tried.source === 'login';
      return HttpResponse.json({
        data: signsIn ? { auth_token: 'user-token', roles: [] } : { proven_until: inSeconds(1800) },
      });
    }),
  );
  return calls;
}
