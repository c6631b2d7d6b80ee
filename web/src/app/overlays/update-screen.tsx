import { Button } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ModalDialog } from '@/components/modal-dialog';
import { useSite } from '@/lib/site/site';
import { appVersion, isOlder } from '@/lib/site/version';
import classes from './overlays.module.css';

/**
 * Demands a reload if the server no longer supports this version of the page, and offers a reload if the page
 * is only a little older. Other dialogs wait for this dialog.
 */
export function UpdateScreen({ children }: { children: ReactNode }) {
  const { t } = useTranslation('shell');
  const updates = useSite()?.updates;
  const [later, setLater] = useState(false);
  const forced = updates !== undefined && isOlder(appVersion, updates.forced);
  const optional = updates !== undefined && isOlder(appVersion, updates.optional);
  if (!forced && (!optional || later)) {
    return children;
  }
  const kind = forced ? 'forced' : 'optional';
  const postpone = forced ? undefined : () => setLater(true);
  return (
    <ModalDialog title={t(`update.${kind}Title`)} onClose={postpone}>
      <p>{t(`update.${kind}`)}</p>
      <div className={classes.actions}>
        {postpone && (
          <Button variant="default" onClick={postpone}>
            {t('update.later')}
          </Button>
        )}
        <Button onClick={() => location.reload()}>{t('update.now')}</Button>
      </div>
    </ModalDialog>
  );
}
