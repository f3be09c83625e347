import { createHash, randomBytes } from "node:crypto";
import { digestsEqual } from "@/server/banks/compare";
import type { Authentication } from "../records/authentications";

/** What the encrypt step hands out for the browser to bring to the gate. */
export interface Sealed {
  readonly data1: string;
  readonly data2: string;
  readonly sign: string;
}

/** What the browser takes back, and the merchant's server brings to the bank. */
export interface Packets {
  readonly bankData: string;
  readonly merchantData: string;
  readonly sign: string;
}

/**
 * All that stands for one prepared order. The texts are opaque: nothing of the order is in them, the bank finds its
 * row by the first characters of two of them and compares the rest.
 */
export function newProofs(): Pick<Authentication, "proofKey" | "proofs"> {
  const proofKey = hex(handleLength);
  return {
    proofKey,
    proofs: {
      data1: proofKey + hex(312 - handleLength),
      data2: hex(104),
      digest: hex(32),
      bankData: proofKey + hex(224 - handleLength),
      merchantData: hex(352),
      sign: hex(32),
    },
  };
}

/** What a row is found by, whatever the text turns out to be. */
export const proofKeyOf = (text: string): string => text.slice(0, handleLength);

type Proven = Pick<Authentication, "proofs"> | null;

/** Whether these are the ones that the encrypt step gave for this order. */
export const areSealedOf = (authentication: Proven, { data1, data2, sign }: Sealed): boolean =>
  areProofs(authentication, { data1, data2, digest: sign });

/** Whether these are the ones that the browser was given after its page. */
export const arePacketsOf = (authentication: Proven, packets: Partial<Packets>): boolean =>
  areProofs(authentication, packets);

const areProofs = (authentication: Proven, brought: Readonly<Record<string, string>>): boolean =>
  authentication !== null &&
  Object.entries(brought).every(([name, value]) => digestsEqual(value, authentication.proofs[name] ?? ""));

const handleLength = 32;

const hex = (length: number): string =>
  randomBytes(length / 2)
    .toString("hex")
    .toUpperCase();

/** An order that a forger has placed at the same shop, for next to nothing, and authenticated as anybody would. */
export interface CheapOrder extends Packets {
  readonly orderId: string;
  readonly amountKurus: bigint;
}

/** The forger's own order to a return that is to be forged: derived from it, so that both sides of the forgery find it. */
export function cheapOrderBeside(bankData: string, amountKurus: bigint): CheapOrder {
  const derive = (name: string, length: number) => derived(`${name} ${bankData}`, length);
  return {
    orderId: derive("order", 20),
    amountKurus: amountKurus === 100n ? 200n : 100n,
    bankData: derive("bank", 224),
    merchantData: derive("merchant", 352),
    sign: derive("sign", 32),
  };
}

/** Upper-case hex of that length which is the same for the same seed. */
const derived = (seed: string, length: number): string =>
  Array.from({ length: Math.ceil(length / 64) }, (_, part) =>
    createHash("sha256").update(`${part} ${seed}`).digest("hex"),
  )
    .join("")
    .slice(0, length)
    .toUpperCase();
