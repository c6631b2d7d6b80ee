import type { NewPasskey, PasskeyOptions, PasskeySignature } from '@/api/gen-session';
import { credentialStore } from '@/lib/browser-parts';

/** Why a browser made or showed no passkey. */
export type Stopped = 'cancelled' | 'hereAlready' | 'otherSite' | 'failed';

/** What a browser says instead of an answer, in words that a page has a text for. */
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
  NotAllowedError: 'cancelled', // also when its time is over: browsers do not tell the two apart
  AbortError: 'cancelled',
  InvalidStateError: 'hereAlready',
  SecurityError: 'otherSite',
};

const stopped = (error: unknown): PasskeyStopped =>
  new PasskeyStopped((error instanceof DOMException && reasons[error.name]) || 'failed', { cause: error });

/** Whether this browser speaks the JSON form of WebAuthn, which the server speaks. */
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

/** Whether this device itself can look at its owner, by a face, a finger or a PIN. */
export const deviceMakesPasskeys = () =>
  unlessItFails(() => PublicKeyCredential.isUserVerifyingPlatformAuthenticatorAvailable());

/** Whether passkeys come up where a name is typed. */
export const fieldsOfferPasskeys = () =>
  unlessItFails(() => PublicKeyCredential.isConditionalMediationAvailable());

/** The contract leaves the options to the specification of WebAuthn, whose reader checks them. */
const as = <Json>(options: PasskeyOptions) => options as unknown as Json;

async function answerOf<Answer>(ceremony: () => Promise<Credential | null>): Promise<Answer> {
  try {
    const made = await ceremony();
    if (made instanceof PublicKeyCredential) {
      return made.toJSON() as Answer; // held against the contract by the server
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

/** Has the device make a passkey; its owner shows themselves to it. */
export const madePasskey = (options: PasskeyOptions): Promise<NewPasskey> =>
  answerOf(() =>
    store().create({
      publicKey: PublicKeyCredential.parseCreationOptionsFromJSON(
        as<PublicKeyCredentialCreationOptionsJSON>(options),
      ),
    }),
  );

interface Showing {
  /** Comes up where a name is typed, and waits for it to be chosen. */
  inField?: boolean;
  signal: AbortSignal;
}

/** Has the device sign with a passkey of its owner's choice. */
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

/** A passkey that the account no longer has is offered no more, where the browser can be told. */
export function forgetPasskey(credentialId: string): void {
  if (passkeysWork()) {
    const { signalUnknownCredential }: Signals = PublicKeyCredential;
    signalUnknownCredential
      ?.call(PublicKeyCredential, { rpId: location.hostname, credentialId })
      ?.catch(() => {});
  }
}
