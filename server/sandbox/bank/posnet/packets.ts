import { createHash } from "node:crypto";
import { digestsEqual } from "@/server/banks/compare";
import type { Random } from "@/server/domain/random";
import { drawHex } from "../random-texts";
import type { Authentication } from "../records/authentications";

/** The encrypted texts that the encrypt step returns and the browser posts to the gate. */
export interface Sealed {
  readonly data1: string;
  readonly data2: string;
  readonly sign: string;
}

/** The packets of a return, which the merchant's server sends to the bank. */
export interface Packets {
  readonly bankData: string;
  readonly merchantData: string;
  readonly sign: string;
}

/**
 * Creates the random texts of one prepared order. They contain nothing of the order: the bank finds its row by the
 * first characters of two of them and compares the rest.
 */
export function newProofs(random: Random): Pick<Authentication, "proofKey" | "proofs"> {
  const hex = (length: number) => drawHex(random, length);
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

/** Returns the part of a text by which a row is found; the text itself is checked later. */
export const toProofKey = (text: string): string => text.slice(0, handleLength);

type Proven = Pick<Authentication, "proofs"> | null;

/** Returns whether these are the texts that the encrypt step returned for this order. */
export const matchesSealed = (authentication: Proven, { data1, data2, sign }: Sealed): boolean =>
  matchesProofs(authentication, { data1, data2, digest: sign });

/** Returns whether these are the packets that the browser got after the bank's page. */
export const matchesPackets = (authentication: Proven, packets: Partial<Packets>): boolean =>
  matchesProofs(authentication, packets);

const matchesProofs = (authentication: Proven, given: Readonly<Record<string, string>>): boolean =>
  authentication !== null &&
  Object.entries(given).every(([name, value]) => digestsEqual(value, authentication.proofs[name] ?? ""));

const handleLength = 32;

/** A cheap order that a forger has placed at the same shop and authenticated in the normal way. */
export interface CheapOrder extends Packets {
  readonly orderId: string;
  readonly amountKurus: bigint;
}

/**
 * Derives the forger's cheap order from the return that will be forged, so that the encrypt step and the forgery
 * compute the same order.
 */
export function deriveCheapOrder(bankData: string, amountKurus: bigint): CheapOrder {
  const derive = (name: string, length: number) => deriveHex(`${name} ${bankData}`, length);
  return {
    orderId: derive("order", 20),
    amountKurus: amountKurus === 100n ? 200n : 100n,
    bankData: derive("bank", 224),
    merchantData: derive("merchant", 352),
    sign: derive("sign", 32),
  };
}

/** Derives upper-case hex of the given length; the same seed gives the same text. */
const deriveHex = (seed: string, length: number): string =>
  Array.from({ length: Math.ceil(length / 64) }, (_, part) =>
    createHash("sha256").update(`${part} ${seed}`).digest("hex"),
  )
    .join("")
    .slice(0, length)
    .toUpperCase();
