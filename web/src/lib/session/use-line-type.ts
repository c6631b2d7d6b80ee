import { useSession } from '@/lib/session';

/** Tells whether the chosen line is prepaid or postpaid. A guest has no line. */
export const useLineType = (): 'prepaid' | 'postpaid' | undefined =>
  useSession().selected?.properties?.subscription_type;
