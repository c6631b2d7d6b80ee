import { type ReactNode, useId, useLayoutEffect, useRef } from 'react';
import classes from './modal-dialog.module.css';

interface Props {
  title: ReactNode;
  children: ReactNode;
  /** Without it the dialog cannot be dismissed: the customer has to choose. */
  onClose?: () => void;
}

/** The browser's own dialog: it traps focus, makes the page inert and gives focus back by itself. */
export function ModalDialog({ title, children, onClose }: Props) {
  const dialog = useRef<HTMLDialogElement>(null);
  const titleId = useId();
  // A layout effect: only a dialog that is closed while it is still on the page gives the focus back.
  useLayoutEffect(() => {
    const element = dialog.current;
    element?.showModal();
    return () => element?.close();
  }, []);
  return (
    <dialog
      ref={dialog}
      className={classes.dialog}
      aria-labelledby={titleId}
      onCancel={(event) => {
        event.preventDefault();
        onClose?.();
      }}
    >
      <h2 id={titleId} className={classes.title}>
        {title}
      </h2>
      {children}
    </dialog>
  );
}
