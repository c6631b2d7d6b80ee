import type { RechargeOptions } from '@/api/gen-purchases';
import type { Kind, WantedOf } from '../wanted';

/** What the form of each tab is given, and what it gives back. */
export interface FormProps<K extends Kind> {
  options: RechargeOptions;
  /** What was chosen before, to be changed. */
  initial: WantedOf<K> | undefined;
  /** Why the server refused what was chosen. */
  refusal: unknown;
  onDone: (wanted: WantedOf<K>) => void;
}
