/** The values of the pasted headers. A header that is missing is null. */
export interface ReceivedHeaders {
  /** The signature of the contract (§6.3). */
  readonly signature: string | null;
  readonly deliveryId: string | null;
  readonly timestamp: string | null;
  /** The signatures of the Standard Webhooks header, which may carry several. */
  readonly standardSignatures: readonly string[];
  readonly standardId: string | null;
  readonly standardTimestamp: string | null;
}

/**
 * Parses pasted headers: one `Name: value` per line, in any case and with any prefix, because an installation
 * configures the prefix of its header names. The text may also be the signature value alone.
 */
export function readHeaders(text: string): ReceivedHeaders {
  const lines = text.split(/\r?\n/).flatMap((line) => {
    const [, name, value] = /^\s*["']?([\w-]+)["']?\s*[:=]\s*(.*?)\s*$/.exec(line) ?? [];
    return name && value && !/^sha256$/i.test(name) ? [{ name: name.toLowerCase(), value: unquote(value) }] : [];
  });
  const find = (matches: (name: string) => boolean): string | null =>
    lines.find(({ name }) => matches(name))?.value ?? null;
  const findContractHeader = (ending: string) => find((name) => name.endsWith(`-${ending}`) && !isStandard(name));
  const bareValue = lines.length === 0 ? text.trim() : "";
  const isVersioned = bareValue.startsWith("v1,");
  const standard = find((name) => name === "webhook-signature") ?? (isVersioned ? bareValue : "");
  return {
    signature: findContractHeader("signature") ?? (bareValue !== "" && !isVersioned ? bareValue : null),
    deliveryId: findContractHeader("delivery-id"),
    timestamp: findContractHeader("timestamp"),
    standardSignatures: standard.split(/\s+/).filter((one) => one !== ""),
    standardId: find((name) => name === "webhook-id"),
    standardTimestamp: find((name) => name === "webhook-timestamp"),
  };
}

const isStandard = (name: string): boolean => name.startsWith("webhook-");
const unquote = (value: string): string => value.replace(/^(["'])(.*)\1,?$/, "$2");
