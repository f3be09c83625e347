/** The names of the encryption keys with which stored values cannot be opened (D-318). */
export interface UnusableKeys {
  /** Keys under which values are sealed and that were not given. */
  readonly missing: readonly string[];
  /** Keys that were given with other bytes than those that sealed the values. */
  readonly wrong: readonly string[];
}

/** Writes a sentence for each encryption key with which stored values cannot be opened. */
export const describeUnusableKeys = ({ missing, wrong }: UnusableKeys): string[] => [
  ...missing.map((keyId) => `Values are sealed under the encryption key ${keyId}, which was not given.`),
  ...wrong.map((keyId) => `The encryption key ${keyId} is not the one that sealed the stored values under this name.`),
];
