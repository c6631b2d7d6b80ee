import { useSession } from '@/lib/session';

/** Whether the line chosen pays from a balance or by bills; none is chosen by a guest. */
export const useLineType = (): 'prepaid' | 'postpaid' | undefined =>
  useSession().selected?.properties?.subscription_type;
