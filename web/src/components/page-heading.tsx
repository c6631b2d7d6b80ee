import { type ReactNode, useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useNamesPage } from '@/lib/site/page-title';
import classes from './page-heading.module.css';

interface Props {
  title: string;
  lead?: ReactNode;
  /** Steps take the focus when they open, so that keyboard and screen reader start at the top of what is new. */
  takesFocus?: boolean;
}

/** On a page that was just opened the focus starts at the skip link, because the visitor has not navigated yet. */
const justOpened = (): boolean =>
  !('alive' in document.documentElement.dataset) || navigator.userActivation?.hasBeenActive === false;

/** The entry of the browser's history that is shown, as the router keys it. */
const shownEntry = (): string => String(window.history.state?.key ?? window.location.pathname);

let lastEntry: string | undefined;

/** Tells whether a heading takes the place of another one on the same page, as a result takes that of its form. */
function isInPlace(): boolean {
  const before = lastEntry;
  lastEntry = shownEntry();
  return before === lastEntry;
}

/** Names the page, in the document's title too. */
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
