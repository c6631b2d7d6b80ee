import { Button } from '@mantine/core';
import Download from 'lucide-react/icons/download';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Attachment } from '@/api/gen-tickets';
import { ErrorNotice } from '@/components/error-notice';
import classes from './attachments.module.css';

const bytesPerKilobyte = 1024;

function File({ of, save }: { of: Attachment; save: (file: Attachment) => Promise<void> }) {
  const { t } = useTranslation('tickets');
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<unknown>();
  const get = async () => {
    setBusy(true);
    setError(undefined);
    await save(of).catch(setError);
    setBusy(false);
  };
  return (
    <li className={classes.item}>
      <span className={classes.name}>
        <bdi>{of.name}</bdi>
        <span className={classes.state} data-refused={of.state === 'infected'}>
          {t('files.size', { kb: Math.ceil(of.size / bytesPerKilobyte) })} · {t(`files.state.${of.state}`)}
        </span>
        <ErrorNotice error={error} />
      </span>
      {of.state === 'clean' && (
        <Button
          variant="default"
          size="md"
          px="sm"
          loading={busy}
          aria-label={t('files.download', { name: of.name })}
          onClick={get}
        >
          <Download aria-hidden size={20} />
        </Button>
      )}
    </li>
  );
}

/** The files of a message. */
export function Attached({
  files,
  save,
}: {
  files?: Attachment[];
  save: (file: Attachment) => Promise<void>;
}) {
  return (
    files && (
      <ul className={classes.list}>
        {files.map((file) => (
          <File key={file.id} of={file} save={save} />
        ))}
      </ul>
    )
  );
}
