// Runs before anything is painted: the colours somebody chose or prefers, and no form leaves before the page is alive.
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
  const wait = (event) => 'alive' in documentElement.dataset || event.preventDefault();
  addEventListener('submit', wait, true);
})();
