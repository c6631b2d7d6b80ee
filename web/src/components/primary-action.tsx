import type { ReactNode } from 'react';
import { Link } from 'react-router';
import classes from './primary-action.module.css';

interface LinkProps {
  to: string;
  children: ReactNode;
}

/** The main link of a first page; it looks like Mantine's button without bringing all of it along. */
export function PrimaryLink({ to, children }: LinkProps) {
  return (
    <Link to={to} className={`primary-action ${classes.action}`}>
      {children}
    </Link>
  );
}

/** Beside the main link. */
export function SecondaryLink({ to, children }: LinkProps) {
  return (
    <Link to={to} className={`primary-action ${classes.action} ${classes.secondary}`}>
      {children}
    </Link>
  );
}

interface ButtonProps {
  onClick: () => void;
  children: ReactNode;
}

/** For pages that stand when nothing else could be loaded. */
export function PrimaryButton({ onClick, children }: ButtonProps) {
  return (
    <button type="button" className={`primary-action ${classes.action}`} onClick={onClick}>
      {children}
    </button>
  );
}

/** Beside the main button. While it takes time it keeps its words and its focus. */
export function SecondaryButton({ busy, onClick, children }: ButtonProps & { busy?: boolean }) {
  return (
    <button
      type="button"
      className={`primary-action ${classes.action} ${classes.secondary}`}
      aria-busy={busy}
      onClick={onClick}
    >
      {children}
    </button>
  );
}
