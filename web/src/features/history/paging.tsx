import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import classes from './history.module.css';

interface Props {
  page: number;
  per_page: number;
  total: number;
  onPage: (page: number) => void;
}

/** From one page to the next; nothing where one page has it all. */
export function Paging({ page, per_page: perPage, total, onPage }: Props) {
  const { t } = useTranslation('history');
  const pages = Math.ceil(total / Math.max(perPage, 1));
  if (pages <= 1) {
    return null;
  }
  return (
    <nav aria-label={t('paging.label')} className={classes.paging}>
      <Button variant="default" disabled={page <= 1} onClick={() => onPage(page - 1)}>
        {t('paging.previous')}
      </Button>
      <span role="status">{t('paging.of', { page, pages })}</span>
      <Button variant="default" disabled={page >= pages} onClick={() => onPage(page + 1)}>
        {t('paging.next')}
      </Button>
    </nav>
  );
}
