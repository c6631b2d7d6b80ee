import { Button } from '@mantine/core';
import { useClipboard } from '@mantine/hooks';
import { useTranslation } from 'react-i18next';

/** Copies a text and says so for a moment. */
export function CopyButton({ text, label }: { text: string; label?: string }) {
  const { t } = useTranslation();
  const { copy, copied } = useClipboard({ timeout: 2_000 });
  return (
    <Button variant="default" size="compact-sm" px="sm" onClick={() => copy(text)}>
      <span aria-live="polite">{copied ? t('actions.copied') : (label ?? t('actions.copy'))}</span>
    </Button>
  );
}
