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

/** Types come from the plan's data. A type without a text is shown with the general text. */
export const allowanceName = (type: string) => names.find((name) => name === type) ?? 'allowance';
