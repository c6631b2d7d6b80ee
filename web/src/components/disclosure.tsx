import type { ComponentProps, ReactNode } from 'react';
import classes from './disclosure.module.css';

interface Props extends Omit<ComponentProps<'details'>, 'title'> {
  title: ReactNode;
}

/** A section that opens below its title. It also works before the page's code is loaded. */
export function Disclosure({ title, children, ...details }: Props) {
  return (
    <details {...details}>
      <summary className={classes.title}>{title}</summary>
      {children}
    </details>
  );
}
