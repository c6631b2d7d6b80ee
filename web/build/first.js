// Runs before the first paint. It sets the chosen or preferred colours and marks a signed-in visitor. Until a
// part of the page works, no form is sent from it, and a pressed button is pressed again once it works. A
// prerendered page has its scripts in a template: they load after the first paint, because they would delay
// it.
(() => {
  const { documentElement } = document;
  let chosen = null;
  try {
    chosen = localStorage.getItem('selfcare.colours');
    if (localStorage.getItem('selfcare.loggedIn') !== null) {
      documentElement.dataset.member = ''; // content for guests must not appear first
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
  // If a script fails to load, the page will not start: nothing waits any longer.
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
      return bringScripts(); // a hidden page is not painted
    }
    new PerformanceObserver(bringScripts).observe({ type: 'paint', buffered: true });
    setTimeout(bringScripts, 2_000);
  });
})();
