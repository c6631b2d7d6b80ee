import { type ReactNode, useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useNamesPage } from '@/lib/site/page-title';
import classes from './page-heading.module.css';

interface Props {
  title: string;
  lead?: ReactNode;
  /**
   * A step receives the focus when it opens, so that keyboard and screen reader start at the top of the new
   * content.
   */
  takesFocus?: boolean;
}

/** On a page that was just opened the focus starts at the skip link, because the visitor has not navigated yet. */
const justOpened = (): boolean =>
  !('alive' in document.documentElement.dataset) || navigator.userActivation?.hasBeenActive === false;

/** Returns the current entry of the browser's history, by the router's key. */
const shownEntry = (): string => String(window.history.state?.key ?? window.location.pathname);

let lastEntry: string | undefined;

/** Tells whether a heading replaces another heading on the same page, as a result replaces its form. */
function isInPlace(): boolean {
  const before = lastEntry;
  lastEntry = shownEntry();
  return before === lastEntry;
}

/** The heading of a page, which also sets the document's title. */
export function PageHeading({ title, lead, takesFocus = false }: Props) {
  const { t } = useTranslation();
  const heading = useRef<HTMLHeadingElement>(null);
  useNamesPage(title);
  useEffect(() => {
    document.title = `${title} · ${t('brand')}`;
  }, [t, title]);
  useEffect(() => {
    const inPlace = isInPlace();
    if (takesFocus && !justOpened()) {
      heading.current?.focus({ preventScroll: true }); // the router scrolls after a move to another page
      if (inPlace) {
        heading.current?.scrollIntoView({ block: 'nearest' });
      }
    }
  }, [takesFocus]);
  return (
    <header className={classes.header}>
      <h1 ref={heading} tabIndex={-1} className={classes.title}>
        {title}
      </h1>
      {lead && <p className={classes.lead}>{lead}</p>}
    </header>
  );
}
