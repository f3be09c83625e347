/** Host of a web address; empty for anything else, which is then no link. */
export function hostOf(address: string): string {
  const url = URL.canParse(address) ? new URL(address) : null;
  return url && ["http:", "https:"].includes(url.protocol) ? url.host : "";
}
