import { Button } from '@mantine/core';
import Download from 'lucide-react/icons/download';
import { useTranslation } from 'react-i18next';
import { ErrorNotice } from '@/components/error-notice';
import { useAttempt } from '@/lib/form/use-attempt';

/** Saves the bill as a PDF. */
export function DownloadButton({ save }: { save: () => Promise<void> }) {
  const { t } = useTranslation('bills');
  const file = useAttempt(save);
  return (
    <>
      <Button
        variant="default"
        size="lg"
        className="primary-action"
        leftSection={<Download size={18} aria-hidden />}
        loading={file.busy}
        onClick={() => file.attempt()}
      >
        {t('bill.download')}
      </Button>
      <ErrorNotice error={file.error} />
    </>
  );
}
