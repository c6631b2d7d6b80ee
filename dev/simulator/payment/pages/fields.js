// The card fields inside the merchant's iframe. Card data goes to this origin only; the merchant's page gets a token.
import { brandOf, check, digitsOf, groupCard, groupExpiry } from './card.js';

const form = document.getElementById('card');
const brandBadge = document.getElementById('brand');
const texts = JSON.parse(form.dataset.texts);
const fields = ['number', 'expiry', 'cvc', 'name'];
const touched = new Set();
let lastValid = null;
let lastBrand;
let busy = false;

/** The page reports its state to the framing page; the content security policy limits the framing pages. */
function tell(message, origin = '*') {
  window.parent.postMessage(message, origin);
}

function values() {
  return Object.fromEntries(fields.map((name) => [name, form.elements[name].value.trim()]));
}

function show(name, problem) {
  const input = form.elements[name];
  input.setAttribute('aria-invalid', problem ? 'true' : 'false');
  document.getElementById(`${name}-error`).textContent = problem ? texts[problem] : '';
}

function refresh() {
  const problems = check(values());
  for (const name of touched) show(name, problems[name]);
  const valid = Object.keys(problems).length === 0;
  if (valid !== lastValid) tell({ type: 'valid', valid });
  lastValid = valid;
  const brand = brandOf(digitsOf(form.elements.number.value));
  if (brand !== lastBrand) {
    brandBadge.textContent = brand === 'MASTER' ? 'Mastercard' : brand === 'MADA' ? 'mada' : (brand ?? '');
    brandBadge.dataset.brand = brand ?? '';
    tell({ type: 'brand', brand });
  }
  lastBrand = brand;
  return problems;
}

/** The field of Moyasar that was refused, in the words of this page. */
const codeOfField = {
  number: 'test_card_only', month: 'expiry_invalid', year: 'expiry_past', cvc: 'cvc_invalid', name: 'name_invalid',
};

/** Makes a token of Moyasar that charges nothing. */
async function tokeniseMoyasar() {
  const { number, expiry, cvc, name } = values();
  const [month, year] = groupExpiry(expiry).split('/');
  const response = await fetch(`${form.dataset.moyasar}/tokens`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', Authorization: `Basic ${btoa(`${form.dataset.key}:`)}` },
    body: JSON.stringify({
      name, number: digitsOf(number), month, year: `20${year}`, cvc: digitsOf(cvc), save_only: true, callback_url: document.referrer || location.href,
    }),
  });
  const said = await response.json();
  if (!response.ok) return { ok: false, answer: { code: codeOfField[Object.keys(said.errors ?? {})[0]] } };
  return { ok: true, answer: { token: said.id, brand: said.brand.toUpperCase(), last4: said.last_four } };
}

async function tokenise() {
  const { number, expiry, cvc, name } = values();
  const [month, year] = groupExpiry(expiry).split('/');
  const response = await fetch('/payment/tokens', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', Authorization: `Bearer ${form.dataset.key}` },
    body: JSON.stringify({
      number: digitsOf(number), expMonth: Number(month), expYear: 2000 + Number(year), cvc: digitsOf(cvc), name,
      lang: form.dataset.lang,
    }),
  });
  return { ok: response.ok, answer: await response.json() };
}

/** Problems the server finds are shown at the field they belong to. */
const fieldOfCode = {
  number_invalid: 'number', test_card_only: 'number', expiry_invalid: 'expiry', expiry_past: 'expiry',
  cvc_invalid: 'cvc', name_invalid: 'name',
};

async function submit(origin) {
  if (busy) return;
  for (const name of fields) touched.add(name);
  const first = fields.find((name) => refresh()[name]);
  if (first) {
    form.elements[first].focus();
    tell({ type: 'error', message: texts.incomplete }, origin);
    return;
  }
  busy = true;
  try {
    const { ok, answer } = await (form.dataset.moyasar ? tokeniseMoyasar() : tokenise());
    if (ok) {
      tell({ type: 'token', token: answer.token, brand: answer.brand, last4: answer.last4 }, origin);
      return;
    }
    const field = fieldOfCode[answer.code];
    if (field) show(field, answer.code);
    tell({ type: 'error', message: texts[answer.code] ?? texts.failed }, origin);
  } catch {
    tell({ type: 'error', message: texts.failed }, origin);
  } finally {
    busy = false;
  }
}

function setScheme(scheme) {
  if (scheme === 'light' || scheme === 'dark') document.documentElement.dataset.scheme = scheme;
}

window.addEventListener('message', (event) => {
  if (event.source !== window.parent) return;
  if (event.data?.type === 'submit') submit(event.origin);
  if (event.data?.type === 'theme') setScheme(event.data.scheme);
});

form.addEventListener('input', (event) => {
  const input = event.target;
  if (input.name === 'number') input.value = groupCard(input.value);
  if (input.name === 'expiry' && event.inputType !== 'deleteContentBackward') input.value = groupExpiry(input.value);
  if (input.name === 'cvc') input.value = digitsOf(input.value);
  refresh();
});
form.addEventListener('focusout', (event) => {
  if (event.target.value) touched.add(event.target.name);
  refresh();
});
form.addEventListener('submit', (event) => event.preventDefault());

new ResizeObserver(() => tell({ type: 'height', height: Math.ceil(document.body.getBoundingClientRect().height) })).observe(document.body);
refresh();
tell({ type: 'ready' });
