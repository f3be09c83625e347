/** Returns the host of an http(s) address, or an empty string for anything else, which must not become a link. */
export function readHost(address: string): string {
  const url = URL.canParse(address) ? new URL(address) : null;
  return url && ["http:", "https:"].includes(url.protocol) ? url.host : "";
}
