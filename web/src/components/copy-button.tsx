import { Button } from '@mantine/core';
import { useClipboard } from '@mantine/hooks';
import { useTranslation } from 'react-i18next';

interface Props {
  text: string;
  label?: string;
  /** What is said of it then, where it is more than that something was copied. */
  done?: string;
}

/** Copies a text and says so for a moment. */
export function CopyButton({ text, label, done }: Props) {
  const { t } = useTranslation();
  const { copy, copied } = useClipboard({ timeout: 2_000 });
  return (
    <Button variant="default" size="compact-sm" px="sm" onClick={() => copy(text)}>
      <span aria-live="polite">{copied ? (done ?? t('actions.copied')) : (label ?? t('actions.copy'))}</span>
    </Button>
  );
}
