import { isIP } from "node:net";

// Values that have the same format in the browser's form and in the server's messages.

/** The simulated bank is a test system and therefore accepts `TEST` only, not `PROD`. */
export const isMode = (text: string): boolean => text === "TEST";

export const isVersion = (text: string): boolean => text === "512";

/** Returns whether the text is the code of the Turkish lira, the only accepted currency. */
export const isCurrency = (text: string): boolean => text === "949";

export const isOrderId = (text: string): boolean => /^[A-Za-z0-9_-]{1,36}$/.test(text);

/** Returns whether the text is an IPv4 or IPv6 address. */
export const isAddress = (text: string): boolean => isIP(text) !== 0;

/** Reads whole kuruş above zero, without leading zeros; null for any other text. */
export const readAmount = (text: string): bigint | null => (/^[1-9]\d{0,14}$/.test(text) ? BigInt(text) : null);
