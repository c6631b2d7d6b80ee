// Keeps the page fresh. A page with a form in use is left alone until the form is sent.
const every = 2000;
let touched = false;

document.addEventListener('input', () => { touched = true; });
document.addEventListener('submit', (event) => {
  const question = event.target.dataset.confirm;
  if (question && !window.confirm(question)) event.preventDefault();
});

async function refresh() {
  const focused = document.activeElement?.closest('main form');
  if (document.hidden || touched || focused) return;
  const response = await fetch(location.href);
  if (!response.ok) return;
  const page = new DOMParser().parseFromString(await response.text(), 'text/html');
  const fresh = page.querySelector('main[data-live]');
  const shown = document.querySelector('main[data-live]');
  if (fresh && !touched && fresh.innerHTML !== shown.innerHTML) shown.replaceChildren(...fresh.childNodes);
}

setInterval(() => refresh().catch(() => {}), every); // the simulators are restarting: the next round will do
