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

/** A page that was just opened starts with its skip link: nobody has gone anywhere on it yet, or only before it came alive. */
const justOpened = (): boolean =>
  !('alive' in document.documentElement.dataset) || navigator.userActivation?.hasBeenActive === false;

/** Names the page, in the document's title too. */
export function PageHeading({ title, lead, takesFocus = false }: Props) {
  const { t } = useTranslation();
  const heading = useRef<HTMLHeadingElement>(null);
  useNamesPage(title);
  useEffect(() => {
    document.title = `${title} · ${t('brand')}`;
  }, [t, title]);
  useEffect(() => {
    if (takesFocus && !justOpened()) {
      heading.current?.focus({ preventScroll: true });
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
