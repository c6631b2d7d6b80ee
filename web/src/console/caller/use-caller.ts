import { useState } from 'react';
import { useNavigate } from 'react-router';
import {
  type OpenForCallerData,
  openForCaller,
  type SendCallerCodeData,
  sendCallerCode,
} from '@/api/gen-support';
import { rememberOrder } from '@/features/order/model/order-session';
import { stepPath } from '@/features/order/model/order-steps';
import { EffectKeys } from '@/lib/http/idempotency';
import { useLanguage } from '@/lib/text/use-language';

export type About = SendCallerCodeData['body'];
type Opens = OpenForCallerData['body'];

/** Sends a code to the caller; the caller reads it out, and it opens the order's wizard for the agent. */
export function useCaller() {
  const language = useLanguage();
  const navigate = useNavigate();
  const [keys] = useState(() => new EffectKeys());
  const headers = { 'accept-language': language };
  const send = async (about: About) =>
    (await sendCallerCode({ headers, body: about, throwOnError: true })).data.data;
  const open = async (body: Opens) => {
    try {
      const { data } = await openForCaller({
        headers: { ...headers, 'Idempotency-Key': keys.keyFor(body) },
        body,
        throwOnError: true,
      });
      keys.settled(null);
      rememberOrder(data.orderId, data.orderSessionId);
      await navigate(stepPath(language, 'purchase-type-selection', data.orderId));
    } catch (error) {
      keys.settled(error);
      throw error;
    }
  };
  return { send, open };
}
