import { type ReactNode, useState } from 'react';
import classes from './gallery.module.css';

/** A component in one of its states, under the name of the state. */
export function Specimen({ of, children }: { of: string; children: ReactNode }) {
  return (
    <section className={classes.specimen}>
      <p className={classes.name} dir="ltr" lang="en">
        {of}
      </p>
      <div>{children}</div>
    </section>
  );
}

/** A component that covers the page. It opens on request, so that it hides no other component. */
export function Shown({ of, children }: { of: string; children: (close: () => void) => ReactNode }) {
  const [open, setOpen] = useState(false);
  return (
    <Specimen of={of}>
      <button type="button" data-opens={of} onClick={() => setOpen(true)} lang="en" dir="ltr">
        open
      </button>
      {open && children(() => setOpen(false))}
    </Specimen>
  );
}
