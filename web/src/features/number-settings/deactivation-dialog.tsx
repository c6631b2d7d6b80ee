import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { Msisdn } from '@/components/ltr';
import { ModalDialog } from '@/components/modal-dialog';
import type { PageDialog } from './dialog';

/** Says what the end of a line means before the steps begin. */
export function DeactivationDialog({ msisdn, path, onClose }: PageDialog) {
  const { t } = useTranslation('number-settings');
  return (
    <ModalDialog title={t('pages.deactivateNumber.title')} onClose={onClose}>
      <div className="stack">
        <p>
          {t('pages.deactivateNumber.means')} <Msisdn value={msisdn} />
        </p>
        <p>{t('pages.deactivateNumber.before')}</p>
        <Button onClick={onClose}>{t('pages.deactivateNumber.keep')}</Button>
        <Button component={Link} variant="default" to={path}>
          {t('pages.deactivateNumber.more')}
        </Button>
      </div>
    </ModalDialog>
  );
}
