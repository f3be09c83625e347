import type { ReturnFields } from "./bank";
import { foldAscii } from "./compare";

/**
 * Returns the values of a return by folded name. Returns null when a name is unknown or occurs twice, or a mandatory
 * name is missing (D-51): bank hashes cover values and not names, so a forger could use the value of a renamed or added
 * field.
 * @param known the folded names of all accepted fields
 * @param mandatory the folded names of fields that must be present; all of them are known
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
