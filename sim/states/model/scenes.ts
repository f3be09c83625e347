import { newPayment, type State } from "./state";

/**
 * A beginning of the model, with the bounds that make it finite. `bank` says how a bank takes a card: by a form that
 * the browser posts (NestPay), after a call that prepares it (PosNet), or with an inquiry that confirms each capture
 * (PayFor).
 */
export interface Scene {
  readonly name: string;
  readonly isLink: boolean;
  readonly bank: "form" | "prepare" | "confirm";
  readonly paymentsMax: number;
  readonly attemptsMax: number;
  readonly refundsMax: number;
  /** Whether a person of the panel asks a second person for a refund. */
  readonly hasRequests: boolean;
  /** Whether processes may be suspended, so that what they have under way outlasts a step of the clock (D-119). */
  readonly hasSuspensions: boolean;
}

/** The number of refused cards that end a payment in the model (D-19): two, so that both cases are near. */
export const cardAllowance = 2;

const payment = {
  isLink: false,
  bank: "form",
  paymentsMax: 1,
  attemptsMax: 1,
  refundsMax: 0,
  hasRequests: false,
  hasSuspensions: true,
} as const;
const link = { ...payment, isLink: true } as const;

/** The scenes. Together they have every case; none has all of them at once, which would be too many states. */
export const scenes: readonly Scene[] = [
  { ...payment, name: "a payment and two refunds", refundsMax: 2, hasRequests: true },
  { ...payment, name: "a payment and three cards", attemptsMax: 3, refundsMax: 1 },
  { ...payment, name: "a payment at a bank that prepares", bank: "prepare", attemptsMax: 3 },
  { ...payment, name: "a payment at a bank that confirms", bank: "confirm", refundsMax: 1 },
  { ...link, name: "a link and two payments", paymentsMax: 2, attemptsMax: 2, hasSuspensions: false },
  { ...link, name: "a link and a refund", attemptsMax: 2, refundsMax: 1 },
  { ...link, name: "a link at a bank that prepares", bank: "prepare", attemptsMax: 3 },
];

/** The most records of a kind that any scene has; a state has so many places. */
export const places = { payments: 2, attempts: 3, refunds: 2 } as const;

const emptyPlaces = (count: number): null[] => Array.from({ length: count }, () => null);

/** Returns the state in which a scene begins: its payment or its link was just created, at the first instant. */
export function beginScene(scene: number): State {
  const isLink = sceneAt(scene).isLink;
  const noPayments = emptyPlaces(places.payments);
  return {
    scene,
    instant: 0,
    link: isLink ? "pending" : null,
    payments: isLink ? noPayments : [newPayment, ...noPayments.slice(1)],
    attempts: emptyPlaces(places.attempts),
    refunds: emptyPlaces(places.refunds),
    request: null,
    correction: null,
  };
}

export function sceneAt(index: number): Scene {
  const scene = scenes[index];
  if (!scene) throw new RangeError(`There is no scene ${index}`);
  return scene;
}
