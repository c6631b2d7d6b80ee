import type { RechargeOptions } from '@/api/gen-purchases';
import type { Kind, WantedOf } from '../wanted';

/** The input and the result of each tab's form. */
export interface FormProps<K extends Kind> {
  options: RechargeOptions;
  /** The previous choice, to change it. */
  initial: WantedOf<K> | undefined;
  /** The reason why the server refused the choice. */
  refusal: unknown;
  onDone: (wanted: WantedOf<K>) => void;
}
