/** What the headers that somebody has pasted say; null: they do not. */
export interface ReceivedHeaders {
  /** Of §6.3. */
  readonly signature: string | null;
  readonly deliveryId: string | null;
  readonly timestamp: string | null;
  /** Of Standard Webhooks; the signatures one by one. */
  readonly standardSignatures: readonly string[];
  readonly standardId: string | null;
  readonly standardTimestamp: string | null;
}

/**
 * Reads headers as they are pasted: a line each, `Name: value`, in any case and with whatever prefix the installation gives
 * its names; or only the value of the signature.
 */
export function readHeaders(text: string): ReceivedHeaders {
  const lines = text.split(/\r?\n/).flatMap((line) => {
    const [, name, value] = /^\s*["']?([\w-]+)["']?\s*[:=]\s*(.*?)\s*$/.exec(line) ?? [];
    return name && value && !/^sha256$/i.test(name)
      ? [{ name: name.toLowerCase(), value: unquoted(value) }]
      : [];
  });
  const find = (isIt: (name: string) => boolean): string | null =>
    lines.find(({ name }) => isIt(name))?.value ?? null;
  const ours = (ending: string) => find((name) => name.endsWith(`-${ending}`) && !isStandard(name));
  const alone = lines.length === 0 ? text.trim() : "";
  const isVersioned = alone.startsWith("v1,");
  const standard = find((name) => name === "webhook-signature") ?? (isVersioned ? alone : "");
  return {
    signature: ours("signature") ?? (alone !== "" && !isVersioned ? alone : null),
    deliveryId: ours("delivery-id"),
    timestamp: ours("timestamp"),
    standardSignatures: standard.split(/\s+/).filter((one) => one !== ""),
    standardId: find((name) => name === "webhook-id"),
    standardTimestamp: find((name) => name === "webhook-timestamp"),
  };
}

const isStandard = (name: string): boolean => name.startsWith("webhook-");
const unquoted = (value: string): string => value.replace(/^(["'])(.*)\1,?$/, "$2");
