import { Button, FileButton, Input, Loader } from '@mantine/core';
import Paperclip from 'lucide-react/icons/paperclip';
import X from 'lucide-react/icons/x';
import type { Ref } from 'react';
import { useTranslation } from 'react-i18next';
import classes from './attachments.module.css';
import { type Added, type Attachments, megabytes, type Rules } from './use-attachments';

function Item({ of, onRemove }: { of: Added; onRemove: () => void }) {
  const { t } = useTranslation('tickets');
  const state = of.file ? t(`files.state.${of.file.state}`) : t('files.sending');
  return (
    <li className={classes.item}>
      <span className={classes.name}>
        <bdi>{of.file?.name ?? of.name}</bdi>
        <span className={classes.state} data-refused={Boolean(of.error)} role={of.error ? 'alert' : 'status'}>
          {of.error ?? state}
        </span>
      </span>
      {!(of.file || of.error) && <Loader size="sm" />}
      <Button
        variant="default"
        size="md"
        px="sm"
        aria-label={t('files.remove', { name: of.name })}
        onClick={onRemove}
      >
        <X aria-hidden size={20} />
      </Button>
    </li>
  );
}

interface Props {
  of: Attachments;
  rules: Rules | undefined;
  /** The server's refusal of all files together. */
  error?: string | undefined;
  /** Receives the focus if the files are refused. */
  ref?: Ref<HTMLButtonElement>;
}

/** Files that are attached to a message. A refused file shows its reason. */
export function AttachmentsField({ of, rules, error, ref }: Props) {
  const { t } = useTranslation('tickets');
  if (!rules) {
    return null;
  }
  const full = of.added.length >= rules.most;
  return (
    <Input.Wrapper
      size="md"
      labelElement="div"
      error={error}
      label={t('files.label')}
      description={t('files.hint', { most: rules.most, largest: megabytes(rules.largest) })}
    >
      {of.added.length > 0 && (
        <ul className={classes.list}>
          {of.added.map((each) => (
            <Item key={each.key} of={each} onRemove={() => of.remove(each.key)} />
          ))}
        </ul>
      )}
      <div className={classes.add}>
        <FileButton accept={rules.types.join(',')} onChange={of.add} disabled={full}>
          {(props) => (
            <Button
              {...props}
              ref={ref}
              variant="default"
              size="md"
              disabled={full}
              leftSection={<Paperclip aria-hidden size={18} />}
            >
              {t('files.add')}
            </Button>
          )}
        </FileButton>
        {full && <p className={classes.state}>{t('files.tooMany', { most: rules.most })}</p>}
        {of.added.some(({ error }) => error) && <p className={classes.state}>{t('files.removeFirst')}</p>}
      </div>
    </Input.Wrapper>
  );
}
