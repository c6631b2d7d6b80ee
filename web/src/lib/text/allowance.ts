const names = [
  'local_min',
  'data',
  'social_media',
  'sms',
  'wifi_data',
  'roaming_data',
  'int_min',
  'roaming_min',
  'multi_sim',
  'allowance',
  'social_person',
  'email',
] as const;

/** Types are data of the plan: one the site has no word for yet is shown under the general one. */
export const allowanceName = (type: string) => names.find((name) => name === type) ?? 'allowance';
