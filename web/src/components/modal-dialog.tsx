import { type ReactNode, useId, useLayoutEffect, useRef } from 'react';
import classes from './modal-dialog.module.css';

interface Props {
  title: ReactNode;
  children: ReactNode;
  /** Without `onClose` the dialog cannot be dismissed: the customer has to choose. */
  onClose?: () => void;
}

/** The browser's own dialog traps the focus, makes the page inert and returns the focus by itself. */
export function ModalDialog({ title, children, onClose }: Props) {
  const dialog = useRef<HTMLDialogElement>(null);
  const titleId = useId();
  // A layout effect, because a dialog returns the focus only if it is closed while it is still on the page.
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
      <h2 id={titleId} className="heading">
        {title}
      </h2>
      {children}
    </dialog>
  );
}
