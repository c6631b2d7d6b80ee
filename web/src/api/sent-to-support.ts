/** Refusals whose text sends to support, in both languages: who reads them finds the way there beside them. */
const sendingToSupport = new Set([
  'cancel_too_late',
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
]);

export const sendsToSupport = (messageKey: string): boolean => sendingToSupport.has(messageKey);
