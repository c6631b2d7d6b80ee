import type { MessageKey } from './gen-failures';

/**
 * Refusals whose text sends the customer to support, in both languages. The page shows the ways to contact
 * support next to them.
 */
const keys: readonly MessageKey[] = [
  'cancel_too_late',
  'changed_too_often',
  'dispute_too_late',
  'esim_already_installed',
  'esim_reissue_limit',
  'id_blocked',
  'identity_too_many_tries',
  'line_blocked',
  'no_other_channel',
  'port_out_objection_too_late',
  'port_out_over',
  'port_too_many_tries',
  'zero_amount',
];
const sendingToSupport = new Set<string>(keys);

export const sendsToSupport = (messageKey: string): boolean => sendingToSupport.has(messageKey);
