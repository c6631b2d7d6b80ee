import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { ErrorNotice } from './error-notice';
import { ModalDialog } from './modal-dialog';

interface Props {
  title: ReactNode;
  /** The consequences: a sentence, or several elements. */
  children: ReactNode;
  /** The refusal of the last try. */
  error: unknown;
  busy: boolean;
  /** The text of the button that changes nothing. */
  keep: string;
  confirm: string;
  /** The action loses nothing, so its button is not red. */
  harmless?: boolean;
  onConfirm: () => void;
  onClose: () => void;
}

/** Asks for a confirmation before a loss. The first button, which has the focus, changes nothing. */
export function ConfirmDialog(props: Props) {
  const { title, children, error, busy, keep, confirm, harmless = false, onConfirm, onClose } = props;
  return (
    <ModalDialog title={title} onClose={onClose}>
      <div className="stack">
        {typeof children === 'string' ? <p style={{ margin: 0 }}>{children}</p> : children}
        <ErrorNotice error={error} />
        <Button variant="default" onClick={onClose}>
          {keep}
        </Button>
        <Button color={harmless ? undefined : 'red'} loading={busy} onClick={onConfirm}>
          {confirm}
        </Button>
      </div>
    </ModalDialog>
  );
}
