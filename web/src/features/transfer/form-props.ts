import type { Kind, WantedOf } from './wanted';

/** The input and the result of each tab's form. */
export interface FormProps<K extends Kind> {
  /** The previous choice, to change it. */
  initial: WantedOf<K> | undefined;
  /** The reason why the server refused the choice. */
  refusal: unknown;
  busy: boolean;
  onDone: (wanted: WantedOf<K>) => void;
}
