const alphabet = "ABCDEFGHJKLMNPQRSTUVWXYZ23456789";

/** Suggests an order code such as `PANEL-7K3F-9QXM`: 40 random bits, without characters that are easily confused. */
export function suggestOrderCode(): string {
  const letters = Array.from(crypto.getRandomValues(new Uint8Array(8)), (byte) => alphabet[byte % 32]).join("");
  return `PANEL-${letters.slice(0, 4)}-${letters.slice(4)}`;
}
