import { isIP } from "node:net";

/** What the form and the server's messages write alike. */

/** The bank that is simulated is a test system; a shop that says `PROD` is at the wrong door. */
export const isMode = (text: string): boolean => text === "TEST";

export const isVersion = (text: string): boolean => text === "512";

/** The Turkish lira, the only currency of our shops. */
export const isCurrency = (text: string): boolean => text === "949";

export const isOrderId = (text: string): boolean => /^[A-Za-z0-9_-]{1,36}$/.test(text);

/** The buyer's, of either version. */
export const isAddress = (text: string): boolean => isIP(text) !== 0;

/** Whole kuruş above zero, without leading zeros; null for anything else. */
export const readAmount = (text: string): bigint | null =>
  /^[1-9]\d{0,14}$/.test(text) ? BigInt(text) : null;
