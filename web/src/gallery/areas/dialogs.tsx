import { Button } from '@mantine/core';
import { useForm } from 'react-hook-form';
import { ConfirmDialog } from '@/components/confirm-dialog';
import { ModalDialog } from '@/components/modal-dialog';
import { RenameForm } from '@/components/rename-form';
import { failures, useWords } from '../made-up';
import { Shown } from '../specimen';

/** Dialogs and other layers over a page. */
export function Dialogs() {
  const words = useWords();
  const form = useForm({ defaultValues: { name: words.typed as string } });
  const { title, lead, long, action, other, label, save } = words;
  return (
    <>
      <Shown of="modal-dialog">
        {(close) => (
          <ModalDialog title={title} onClose={close}>
            <div className="stack">
              <p style={{ margin: 0 }}>{long}</p>
              <Button onClick={close}>{action}</Button>
              <Button variant="default" onClick={close}>
                {other}
              </Button>
            </div>
          </ModalDialog>
        )}
      </Shown>
      <Shown of="confirm-dialog">
        {(close) => (
          <ConfirmDialog
            title={title}
            error={failures(words).refused}
            busy={false}
            keep={other}
            confirm={action}
            onConfirm={close}
            onClose={close}
          >
            {lead}
          </ConfirmDialog>
        )}
      </Shown>
      <Shown of="rename-form">
        {(close) => (
          <RenameForm
            form={form}
            title={lead}
            field={{ name: 'name', label }}
            error={failures(words).refused}
            busy={false}
            save={save}
            onSubmit={() => undefined}
            onClose={close}
          />
        )}
      </Shown>
    </>
  );
}
