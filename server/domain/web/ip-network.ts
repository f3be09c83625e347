/** A network of IP addresses: its bytes (4 or 16) and how many of their first bits count. */
interface IpNetwork {
  readonly bytes: readonly number[];
  readonly bits: number;
}

/** Whether a text is an IP address or a network in CIDR notation, such as `203.0.113.0/24` or `2001:db8::/48`. */
export const isIpNetwork = (text: string): boolean => parseNetwork(text) !== null;

/**
 * Whether an address lies in one of the networks. An IPv4 address that is written as IPv6 (`::ffff:192.0.2.1`) is the
 * IPv4 address. A text that is no address lies in none.
 */
export function isInNetworks(address: string, networks: readonly string[]): boolean {
  const bytes = parseAddress(address);
  return bytes !== null && networks.some((text) => contains(parseNetwork(text), bytes));
}

function parseNetwork(text: string): IpNetwork | null {
  const [address = "", prefix, ...rest] = text.split("/");
  const bytes = parseAddress(address);
  if (!bytes || rest.length > 0) return null;
  const bitsMax = bytes.length * 8;
  if (prefix === undefined) return { bytes, bits: bitsMax };
  // A mapped IPv4 address has become four bytes, so the number of bits would mean something else.
  if (!/^(0|[1-9]\d{0,2})$/.test(prefix) || Number(prefix) > bitsMax || isMapped(address)) return null;
  return { bytes, bits: Number(prefix) };
}

function contains(network: IpNetwork | null, address: readonly number[]): boolean {
  if (network?.bytes.length !== address.length) return false;
  return address.every((byte, index) => {
    const counted = Math.min(8, Math.max(0, network.bits - index * 8));
    return byte >> (8 - counted) === (network.bytes[index] ?? 0) >> (8 - counted);
  });
}

const mappedPrefix = /^::ffff:(?=\d+\.)/i;
const isMapped = (address: string): boolean => mappedPrefix.test(address);

/** Parses an address into its bytes; null for a text that is none. */
const parseAddress = (text: string): number[] | null =>
  text.includes(":") && !isMapped(text) ? parseV6(text) : parseV4(text.replace(mappedPrefix, ""));

function parseV4(text: string): number[] | null {
  const parts = text.split(".");
  const isValid = parts.length === 4 && parts.every((part) => /^(0|[1-9]\d{0,2})$/.test(part) && Number(part) < 256);
  return isValid ? parts.map(Number) : null;
}

function parseV6(text: string): number[] | null {
  const halves = text.split("::");
  if (halves.length > 2) return null;
  const [left, right] = [toGroups(halves[0] ?? ""), toGroups(halves[1] ?? "")];
  if (!left || !right) return null;
  const missing = 8 - left.length - right.length;
  const isWhole = halves.length === 1 ? missing === 0 : missing > 0;
  if (!isWhole) return null;
  return [...left, ...Array<number>(missing).fill(0), ...right].flatMap((group) => [group >> 8, group & 255]);
}

function toGroups(part: string): number[] | null {
  if (part === "") return [];
  const groups = part.split(":");
  return groups.every((group) => /^[\da-f]{1,4}$/i.test(group))
    ? groups.map((group) => Number.parseInt(group, 16))
    : null;
}
