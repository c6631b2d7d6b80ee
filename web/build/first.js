// Runs before the first paint. It sets the chosen or preferred colours and marks a signed-in visitor. Until a
// part of the page works, no form is sent from it. Once it works, its fields receive the typed values again, and
// a pressed button is pressed again. A prerendered page has its scripts in a template: they load after the first
// paint, because they would delay it.
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
  const typed = new Map();
  addEventListener(
    'input',
    ({ target }) => {
      typed.delete(target); // the last change must stand last
      asleep(target) &&
        target.type !== 'file' &&
        typed.set(target, /radio|checkbox/.test(target.type) ? target.checked : target.value);
    },
    true,
  );
  // React reacts to a value only if it differs from the value that React knew. The first event makes React look at
  // the field. The field then gets another value before its own.
  const type = (field, value) => {
    const tell = (name) => field.dispatchEvent(new Event(name, { bubbles: true }));
    const { selectionStart, selectionEnd } = field;
    tell('input');
    if (typeof value === 'boolean') {
      field.checked = !value;
      return field.click();
    }
    field.value = '';
    Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value').set.call(field, value);
    Number.isInteger(selectionStart) && field.setSelectionRange(selectionStart, selectionEnd);
    tell('input');
    tell('change');
  };
  const awaken = () => {
    for (const [field, value] of typed) {
      if (!asleep(field)) {
        typed.delete(field);
        type(field, value);
        return setTimeout(awaken); // React renders before the next one
      }
    }
    pressed && !asleep(pressed) && letGo().click();
  };

  addEventListener('submit', (event) => asleep(event.target) && event.preventDefault(), true);
  addEventListener('click', keep, true);
  // If a script fails to load, the page will not start: nothing waits any longer.
  addEventListener('error', (event) => event.target.tagName === 'SCRIPT' && letGo(), true);
  new MutationObserver(awaken).observe(documentElement, {
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
