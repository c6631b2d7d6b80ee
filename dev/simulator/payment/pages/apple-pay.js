// The Apple Pay button inside the merchant's iframe. A phone would ask its owner; the test provider takes the press for a yes.

const button = document.getElementById('pay');
const texts = JSON.parse(button.dataset.texts);
let parentOrigin = document.referrer ? new URL(document.referrer).origin : null;
let busy = false;

/** The page reports its state to the framing page; the content security policy limits the framing pages. */
function tell(message, origin = '*') {
  window.parent.postMessage(message, origin);
}

/** The token of a phone as Apple writes it. Moyasar takes it as it is. */
function phoneToken() {
  return {
    token: JSON.stringify({
      paymentData: { version: 'EC_v1', data: 'simulated', signature: 'simulated', header: {} },
      paymentMethod: { displayName: 'mada 0015', network: 'mada', type: 'debit' },
      transactionIdentifier: crypto.randomUUID().replaceAll('-', ''),
    }),
    brand: 'MADA', last4: '0015',
  };
}

async function tokenise() {
  if (button.dataset.moyasar) return phoneToken();
  const response = await fetch('/payment/tokens', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', Authorization: `Bearer ${button.dataset.key}` },
    body: JSON.stringify({ wallet: 'apple-pay', lang: button.dataset.lang }),
  });
  if (!response.ok) throw new Error(`status ${response.status}`);
  return response.json();
}

/** The token is for the merchant's page alone: its origin is known from what it said, or from where the frame was opened. */
async function pay() {
  if (busy) return;
  busy = true;
  try {
    if (!parentOrigin) throw new Error('no framing page');
    const { token, brand, last4 } = await tokenise();
    tell({ type: 'token', token, brand, last4 }, parentOrigin);
  } catch {
    tell({ type: 'error', message: texts.applePayFailed });
  } finally {
    busy = false;
  }
}

function setScheme(scheme) {
  if (scheme === 'light' || scheme === 'dark') document.documentElement.dataset.scheme = scheme;
}

window.addEventListener('message', (event) => {
  if (event.source !== window.parent) return;
  parentOrigin = event.origin;
  if (event.data?.type === 'theme') setScheme(event.data.scheme);
});
button.addEventListener('click', pay);

new ResizeObserver(() => tell({ type: 'height', height: Math.ceil(document.body.getBoundingClientRect().height) })).observe(document.body);
tell({ type: 'valid', valid: true });
tell({ type: 'ready' });
