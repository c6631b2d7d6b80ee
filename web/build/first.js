// Runs before anything is painted: the colours somebody chose or prefers. And until a part of the page is alive, no form
// leaves from it, and a button that is pressed waits and is pressed once it is.
(() => {
  const { documentElement } = document;
  let chosen = null;
  try {
    chosen = localStorage.getItem('selfcare.colours');
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
})();
