import { useContext, useEffect, useInsertionEffect, useLayoutEffect, useRef } from 'react';
import { ScrollRestoration, UNSAFE_DataRouterStateContext, useLocation } from 'react-router';
import { type Reach, reachWhileGrowing } from '@/lib/site/reach-while-growing';
import { scrollEntry, scrollPositions } from '@/lib/site/scroll-entry';

function toPosition(position: number): Reach {
  return () => {
    scrollTo(0, position);
    return scrollY >= position - 1;
  };
}

function toElement(hash: string): Reach {
  return () => {
    const element = document.getElementById(hash);
    element?.scrollIntoView();
    return element !== null;
  };
}

const unescaped = (hash: string): string => {
  try {
    return decodeURIComponent(hash.slice(1));
  } catch {
    return '';
  }
};

/**
 * Returns where a page has to be scrolled to if its content arrives later; undefined for the top of the page,
 * and for a page that stays as it is.
 */
function placeOf(restored: number | false | null | undefined, hash: string): Reach | undefined {
  if (restored === false || restored === 0) {
    return undefined;
  }
  if (typeof restored === 'number') {
    return toPosition(restored);
  }
  const id = unescaped(hash);
  return id === '' ? undefined : toElement(id);
}

/**
 * Starts a new page at its top or at the element of its address, and returns to the former place after a step
 * back or a reload. The router scrolls once, when the content may still be on its way. A visitor
 * who scrolled before the app started stays there: the page must not move under a finger.
 */
export function Scroll() {
  const restored = useContext(UNSAFE_DataRouterStateContext)?.restoreScrollPosition;
  const { key, hash } = useLocation();
  // biome-ignore lint/correctness/useExhaustiveDependencies: two pages of the history may have the same position
  useEffect(() => {
    const place = placeOf(restored, hash);
    return place && reachWhileGrowing(place);
  }, [restored, key, hash]);
  const early = useRef(0);
  // Effects of this kind run before the router's, and layout effects of a parent after those of its children.
  useInsertionEffect(() => {
    early.current = scrollY;
  }, []);
  useLayoutEffect(() => {
    if (early.current > 0) {
      scrollTo(0, early.current);
    }
  }, []);
  return <ScrollRestoration getKey={scrollEntry} storageKey={scrollPositions} />;
}
