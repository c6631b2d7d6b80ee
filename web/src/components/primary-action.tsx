import type { ReactNode } from 'react';
import { Link } from 'react-router';
import classes from './primary-action.module.css';

interface LinkProps {
  to: string;
  children: ReactNode;
}

/** The main link of a first page. It looks like Mantine's button without loading Mantine's button. */
export function PrimaryLink({ to, children }: LinkProps) {
  return (
    <Link to={to} className={`primary-action ${classes.action}`}>
      {children}
    </Link>
  );
}

/** A second link next to the main link. */
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

/** The main button of pages that work when nothing else could be loaded. */
export function PrimaryButton({ onClick, children }: ButtonProps) {
  return (
    <button type="button" className={`primary-action ${classes.action}`} onClick={onClick}>
      {children}
    </button>
  );
}

/** A second button next to the main button. While busy it keeps its text and its focus. */
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
