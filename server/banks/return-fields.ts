import type { ReturnFields } from "./bank";
import { foldAscii } from "./compare";

/**
 * Values by folded name; null when a name is unknown, comes twice, or is missing though it is due (D-51). What bank hashes cover
 * are values: a field under another name could lend its own to a forgery.
 * @param known folded names
 * @param mandatory folded names, all of them known
 */
export function readFields(
  fields: ReturnFields,
  known: ReadonlySet<string>,
  mandatory: readonly string[],
): ReadonlyMap<string, string> | null {
  const values = new Map<string, string>();
  for (const [name, value] of fields) {
    const folded = foldAscii(name);
    if (values.has(folded) || !known.has(folded)) return null;
    values.set(folded, value);
  }
  return mandatory.every((name) => values.has(name)) ? values : null;
}
