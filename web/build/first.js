// Runs before anything is painted: the colours somebody chose or prefers, and whether somebody is signed in. And until a part of
// the page is alive, no form leaves from it, and a button that is pressed waits and is pressed once it is. A page that came as HTML
// has its scripts in a template: they are fetched when it is painted, for they would hold up what it looks like.
(() => {
  const { documentElement } = document;
  let chosen = null;
  try {
    chosen = localStorage.getItem('selfcare.colours');
    if (localStorage.getItem('selfcare.loggedIn') !== null) {
      documentElement.dataset.member = ''; // what only guests see is not shown first
    }
  } catch {
    // Then the system's choice counts.
  }
  const dark =
    chosen === 'dark' || (chosen !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches);
  documentElement.dataset.mantineColorScheme = dark ? 'dark' : 'light';

  const asleep = (element) => !('alive' in documentElement.dataset) || element.closest('[data-asleep]');
  let pressed;
  const letGo = () => {
    const button = pressed;
    pressed = undefined;
    button?.setAttribute('aria-busy', 'false');
    return button;
  };
  const keep = (event) => {
    const button = event.target.closest('button');
    if (button && asleep(button)) {
      event.preventDefault();
      event.stopImmediatePropagation();
      letGo();
      pressed = button;
      button.setAttribute('aria-busy', 'true');
    }
  };
  addEventListener('submit', (event) => asleep(event.target) && event.preventDefault(), true);
  addEventListener('click', keep, true);
  // Without its scripts the page comes no further: nothing waits for them then.
  addEventListener('error', (event) => event.target.tagName === 'SCRIPT' && letGo(), true);
  new MutationObserver(() => pressed && !asleep(pressed) && letGo().click()).observe(documentElement, {
    attributeFilter: ['data-alive', 'data-asleep'],
    subtree: true,
  });

  const bringScripts = () => {
    const later = document.getElementById('scripts');
    later && document.head.append(later.content);
    later?.remove();
  };
  addEventListener('DOMContentLoaded', () => {
    if (document.hidden) {
      return bringScripts(); // nothing is painted there
    }
    new PerformanceObserver(bringScripts).observe({ type: 'paint', buffered: true });
    setTimeout(bringScripts, 2_000);
  });
})();
