import type { ReactNode } from 'react';
import primary from './primary-action.module.css';
import classes from './submit-button.module.css';

/** Sends a form. While that takes time it turns a wheel, and keeps the focus. */
export function SubmitButton({ busy, children }: { busy: boolean; children: ReactNode }) {
  return (
    <button type="submit" className={`primary-action ${primary.action} ${classes.submit}`} aria-busy={busy}>
      <span>{children}</span>
    </button>
  );
}
