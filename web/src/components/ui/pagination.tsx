import '@mantine/core/styles/Group.layer.css';
import '@mantine/core/styles/Pagination.layer.css';
import { Pagination as MantinePagination } from '@mantine/core';
import classes from './pagination.module.css';

interface Props {
  label: string;
  page: number;
  per_page: number;
  total: number;
  /** The texts of the links to the neighbouring pages, and of each page. */
  previous: string;
  next: string;
  nameOf: (page: number, pages: number) => string;
  onPage: (page: number) => void;
}

/** Links between the pages of a list; nothing if the list has one page. */
export function Pagination({ label, page, per_page: perPage, total, previous, next, nameOf, onPage }: Props) {
  const pages = Math.ceil(total / Math.max(perPage, 1));
  if (pages <= 1) {
    return null;
  }
  return (
    <nav aria-label={label} className={`row between ${classes.pages}`}>
      <MantinePagination
        total={pages}
        value={page}
        size="lg"
        gap="xs"
        className={classes.numbers}
        onChange={onPage}
        getControlProps={(control) => ({ 'aria-label': control === 'previous' ? previous : next })}
        getItemProps={(item) => ({ 'aria-label': nameOf(item, pages) })}
      />
      <p role="status">{nameOf(page, pages)}</p>
    </nav>
  );
}
