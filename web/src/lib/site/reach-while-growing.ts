/** The time in which the content of a page has to arrive. */
const patience = 5_000;

/** The actions by which the visitor takes over. */
const moves = ['wheel', 'touchstart', 'pointerdown', 'keydown'] as const;

/** Scrolls to a place, and tells whether the page is long enough for it. */
export type Reach = () => boolean;

/** Repeats a scroll while the page grows, until it arrives or the visitor moves. Returns a way to stop. */
export function reachWhileGrowing(reach: Reach): () => void {
  const stop = () => {
    growth.disconnect();
    clearTimeout(timer);
    for (const move of moves) {
      removeEventListener(move, stop);
    }
  };
  const timer = setTimeout(() => stop(), patience);
  const growth = new ResizeObserver(() => reach() && stop());
  growth.observe(document.body);
  for (const move of moves) {
    addEventListener(move, stop, { passive: true });
  }
  return stop;
}
