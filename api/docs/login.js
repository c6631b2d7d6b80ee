// Solves the proof of work of the form (ADR 64) and sends the answer with it.
'use strict';

const form = document.querySelector('form[data-task]');

async function solve({ algorithm, challenge, maxnumber, salt, signature }) {
  const encoder = new TextEncoder();
  for (let number = 0; number <= maxnumber; number++) {
    const digest = new Uint8Array(await crypto.subtle.digest(algorithm, encoder.encode(salt + number)));
    const hex = Array.from(digest, (byte) => byte.toString(16).padStart(2, '0')).join('');
    if (hex === challenge) {
      return btoa(JSON.stringify({ algorithm, challenge, number, salt, signature }));
    }
  }
  return '';
}

form.addEventListener('submit', async (event) => {
  event.preventDefault();
  const button = form.querySelector('button');
  button.disabled = true;
  button.textContent = 'One moment, your browser does the task …';
  const work = document.createElement('input');
  work.type = 'hidden';
  work.name = 'work';
  work.value = await solve(JSON.parse(form.dataset.task)).catch(() => '');
  form.append(work);
  form.submit();
});
