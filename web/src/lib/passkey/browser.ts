import type { NewPasskey, PasskeyOptions, PasskeySignature } from '@/api/gen-session';
import { credentialStore } from '@/lib/browser-parts';

/** The reason why a browser made or showed no passkey. */
export type Stopped = 'cancelled' | 'hereAlready' | 'otherSite' | 'failed';

/** A failure of the browser with a passkey, as a reason for which the page has a text. */
export class PasskeyStopped extends Error {
  constructor(
    readonly why: Stopped,
    options?: ErrorOptions,
  ) {
    super(`passkey: ${why}`, options);
    this.name = 'PasskeyStopped';
  }
}

const reasons: { [name: string]: Stopped } = {
  NotAllowedError: 'cancelled', // also after a timeout: browsers do not tell the two apart
  AbortError: 'cancelled',
  InvalidStateError: 'hereAlready',
  SecurityError: 'otherSite',
};

const stopped = (error: unknown): PasskeyStopped =>
  new PasskeyStopped((error instanceof DOMException && reasons[error.name]) || 'failed', { cause: error });

/** Tells whether this browser supports the JSON form of WebAuthn, which the server uses. */
export const passkeysWork = (): boolean =>
  typeof PublicKeyCredential === 'function' &&
  typeof PublicKeyCredential.parseCreationOptionsFromJSON === 'function' &&
  typeof PublicKeyCredential.parseRequestOptionsFromJSON === 'function';

const unlessItFails = async (asked: () => Promise<boolean>): Promise<boolean> => {
  try {
    return passkeysWork() && (await asked());
  } catch {
    return false;
  }
};

/** Tells whether the device can verify its owner with a face, a finger or a PIN. */
export const deviceMakesPasskeys = () =>
  unlessItFails(() => PublicKeyCredential.isUserVerifyingPlatformAuthenticatorAvailable());

/** Tells whether the browser offers passkeys in the field of the sign-in name. */
export const fieldsOfferPasskeys = () =>
  unlessItFails(() => PublicKeyCredential.isConditionalMediationAvailable());

/** The contract does not type the WebAuthn options; the browser's WebAuthn parser checks them. */
const as = <Json>(options: PasskeyOptions) => options as unknown as Json;

async function answerOf<Answer>(ceremony: () => Promise<Credential | null>): Promise<Answer> {
  try {
    const made = await ceremony();
    if (made instanceof PublicKeyCredential) {
      return made.toJSON() as Answer; // the server checks it against the contract
    }
  } catch (error) {
    throw stopped(error);
  }
  throw new PasskeyStopped('failed');
}

function store(): CredentialsContainer {
  const opened = credentialStore();
  if (!opened) {
    throw new PasskeyStopped('failed');
  }
  return opened;
}

/** Makes a passkey on the device after the device has verified its owner. */
export const madePasskey = (options: PasskeyOptions): Promise<NewPasskey> =>
  answerOf(() =>
    store().create({
      publicKey: PublicKeyCredential.parseCreationOptionsFromJSON(
        as<PublicKeyCredentialCreationOptionsJSON>(options),
      ),
    }),
  );

interface Showing {
  /** Offers the passkey in the field of the sign-in name and waits for the customer's choice. */
  inField?: boolean;
  signal: AbortSignal;
}

/** Signs with a passkey that the customer chooses on the device. */
export const shownPasskey = (
  options: PasskeyOptions,
  { inField = false, signal }: Showing,
): Promise<PasskeySignature> =>
  answerOf(() =>
    store().get({
      mediation: inField ? 'conditional' : 'optional',
      signal,
      publicKey: PublicKeyCredential.parseRequestOptionsFromJSON(
        as<PublicKeyCredentialRequestOptionsJSON>(options),
      ),
    }),
  );

interface Signals {
  signalUnknownCredential?: (of: { rpId: string; credentialId: string }) => Promise<void>;
}

/** Tells the browser, if it supports this, to stop offering a passkey that the account no longer has. */
export function forgetPasskey(credentialId: string): void {
  if (passkeysWork()) {
    const { signalUnknownCredential }: Signals = PublicKeyCredential;
    signalUnknownCredential
      ?.call(PublicKeyCredential, { rpId: location.hostname, credentialId })
      ?.catch(() => {});
  }
}
