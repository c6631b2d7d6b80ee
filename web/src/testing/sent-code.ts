import type { CodeSent } from '@/api/gen-session';

const inSeconds = (seconds: number) => new Date(Date.now() + seconds * 1_000).toISOString();

/** A code that was just sent; the customer can request another after `resendIn` seconds. */
export const codeSent = (resendIn = 60): CodeSent => ({
  expires_at: inSeconds(600),
  resend_at: inSeconds(resendIn),
  tries_left: 5,
  sent_to: [],
  server_time: inSeconds(0),
});
