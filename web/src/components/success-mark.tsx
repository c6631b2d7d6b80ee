import Check from 'lucide-react/icons/check';
import classes from './success-mark.module.css';

/** Says at a glance that it worked; the words beside it say what. */
export function SuccessMark() {
  return (
    <span className={classes.mark} aria-hidden>
      <Check size={34} strokeWidth={2.6} />
    </span>
  );
}
