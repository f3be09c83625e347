/**
 * Returns the subject of a budget per source IP: an IPv4 address, or the /64 network of an IPv6 address, because one
 * subscriber owns at least a whole /64 (D-8). `2001:DB8::1` → `2001:db8:0:0::/64`.
 */
export function ipGroup(address: string): string {
  if (!address.includes(":")) return address;
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1];
  if (mapped) return mapped;
  const [head = "", tail] = address.toLowerCase().split("%", 1)[0]?.split("::") ?? [];
  const left = toGroups(head);
  const right = toGroups(tail ?? "");
  const omitted = tail === undefined ? 0 : Math.max(0, 8 - left.length - right.length);
  const groups = [...left, ...Array<string>(omitted).fill("0"), ...right];
  return `${groups.slice(0, 4).map(withoutLeadingZeros).join(":")}::/64`;
}

/**
 * Splits a part of an IPv6 address into groups. A trailing IPv4 part is two groups, which are never among the first
 * four.
 */
const toGroups = (part: string): string[] =>
  part.split(":").flatMap((group) => (group.includes(".") ? ["0", "0"] : group === "" ? [] : [group]));

const withoutLeadingZeros = (group: string): string => group.replace(/^0+(?=.)/, "");
