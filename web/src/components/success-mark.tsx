import Check from 'lucide-react/icons/check';
import classes from './success-mark.module.css';

/** A mark of success. The text next to it says which action succeeded. */
export function SuccessMark() {
  return (
    <span className={classes.mark} aria-hidden>
      <Check size={34} strokeWidth={2.6} />
    </span>
  );
}
