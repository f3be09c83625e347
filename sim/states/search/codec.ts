/**
 * The values that each field of a record can have, in an order that never changes while a program runs. A field with
 * one value is not written: it is read as this value.
 */
type Values<T> = { readonly [K in keyof T]: readonly T[K][] };

/** Writes the records of a kind as integers and reads them again. */
export interface Codec<T> {
  /** The number of integers, from 0 on. */
  readonly size: number;
  encode(record: T): number;
  decode(code: number): T;
}

/**
 * Creates the codec of a record whose fields have few values: the digits of the integer, in mixed radix, are the
 * positions of the values. Decoded records are kept, so that equal integers give the same object.
 * @param sample any record of the kind; decoded ones are made from it, because objects of one form are fast to copy
 */
export function createCodec<T extends object>(sample: T, values: Values<T>): Codec<T> {
  const fields = (Object.keys(values) as (keyof T)[]).map((name) => ({
    name,
    values: values[name],
    toPosition: createLookup(values[name]),
  }));
  const size = fields.reduce((product, field) => product * field.values.length, 1);
  if (size > maxSize) throw new RangeError("The record has too many values for one integer");
  const decoded = new Map<number, T>();
  const read = (code: number): T => {
    const record = { ...sample };
    let rest = code;
    for (const field of fields) {
      const radix = field.values.length;
      record[field.name] = field.values[rest % radix] as T[keyof T];
      rest = Math.floor(rest / radix);
    }
    return record;
  };
  return {
    size,
    encode(record) {
      let code = 0;
      let weight = 1;
      for (const {
        name,
        values: { length },
        toPosition,
      } of fields) {
        code += weight * toPosition(record[name]);
        weight *= length;
      }
      return code;
    },
    decode(code) {
      const known = decoded.get(code);
      if (known) return known;
      const record = read(code);
      decoded.set(code, record);
      return record;
    },
  };
}

/** Creates the look-up of a value's position. Flags and small numbers, which most fields are, need no table. */
function createLookup<V>(values: readonly V[]): (value: V) => number {
  if (values.length === 1) return () => 0;
  if (values.length === 2 && values[0] === false) return (value) => (value ? 1 : 0);
  const positions = new Map(values.map((value, position) => [value, position]));
  return (value) => {
    const position = positions.get(value);
    if (position === undefined) throw new RangeError(`A field of the model cannot have the value ${String(value)}`);
    return position;
  };
}

const maxSize = 2 ** 31;

/** Creates the codec of a record that may be missing: 0 stands for null. */
export const orNull = <T>(codec: Codec<T>): Codec<T | null> => ({
  size: codec.size + 1,
  encode: (record) => (record === null ? 0 : codec.encode(record) + 1),
  decode: (code) => (code === 0 ? null : codec.decode(code - 1)),
});
