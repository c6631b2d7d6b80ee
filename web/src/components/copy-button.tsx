import { Button } from '@mantine/core';
import { useClipboard } from '@mantine/hooks';
import { useTranslation } from 'react-i18next';

interface Props {
  text: string;
  label?: string;
  /** The text after copying, if it says more than "Copied". */
  done?: string;
}

/** Copies a text and confirms it for a moment. */
export function CopyButton({ text, label, done }: Props) {
  const { t } = useTranslation();
  const { copy, copied } = useClipboard({ timeout: 2_000 });
  return (
    <Button variant="default" size="compact-sm" px="sm" onClick={() => copy(text)}>
      <span aria-live="polite">{copied ? (done ?? t('actions.copied')) : (label ?? t('actions.copy'))}</span>
    </Button>
  );
}
