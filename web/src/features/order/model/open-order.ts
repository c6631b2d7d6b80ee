import type { QueryClient } from '@tanstack/react-query';
import type { StartOrderResponse } from '@/api/gen';
import type { Language } from '@/lib/text/language';
import { storeOrder } from './order-query';
import { rememberOrder } from './order-session';
import { currentStep, stepPath } from './order-steps';

export { withDevice } from '@/lib/session/account';

/** Stores a new order and returns its next page. */
export function openOrder(
  client: QueryClient,
  language: Language,
  { orderSessionId, order }: StartOrderResponse,
): string {
  rememberOrder(order.id, orderSessionId);
  storeOrder(client, language, order);
  return stepPath(language, currentStep(order), order.id);
}
