import type { ReactNode } from 'react';
import primary from './primary-action.module.css';
import classes from './submit-button.module.css';

/** The button that sends a form. While busy it shows a spinner and keeps the focus. */
export function SubmitButton({ busy, children }: { busy: boolean; children: ReactNode }) {
  return (
    <button type="submit" className={`primary-action ${primary.action} ${classes.submit}`} aria-busy={busy}>
      <span>{children}</span>
    </button>
  );
}
