import { type MouseEvent, useCallback } from 'react';
import { useNavigate } from 'react-router';
import classes from './rich-text.module.css';

/** Returns the page of this site that a plain click on a link of the text opens. */
function pageOf(event: MouseEvent): string | undefined {
  const plain = event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey;
  const link = event.target instanceof Element ? event.target.closest('a') : null;
  return plain && link && link.origin === location.origin ? link.pathname : undefined;
}

/**
 * Text of the operator as the server has cleaned it: a few elements without scripts
 * (internal/domain/markdown).
 */
export function RichText({ html }: { html: string }) {
  const navigate = useNavigate();
  const follow = useCallback(
    (event: MouseEvent) => {
      const page = pageOf(event);
      if (page) {
        event.preventDefault();
        void navigate(page);
      }
    },
    [navigate],
  );
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the links in it are what is pressed, also by keyboard
    // biome-ignore lint/a11y/useKeyWithClickEvents: Enter on a link is a click
    <div
      className={classes.text}
      onClick={follow}
      // biome-ignore lint/security/noDangerouslySetInnerHtml: the server has sanitised it, and the content policy runs no script in it
      dangerouslySetInnerHTML={{ __html: html }}
    />
  );
}
