// The cursors of lists that can be sorted. A cursor is opaque to pages; it holds the order of the list and the position
// of the last row, so that a cursor of another order is not taken for one of this order.

/** How one value of a position is written into a cursor and read from it. */
interface CursorPart<Value> {
  write(value: Value): string;
  read(text: string): Value | null;
}

/** An instant, exact to the millisecond. */
export const instantPart: CursorPart<Date> = {
  write: (instant) => String(instant.getTime()),
  read: (text) => (/^\d{1,14}$/.test(text) ? new Date(Number(text)) : null),
};

/** An integer that the database can store, at least 0. */
export const integerPart: CursorPart<bigint> = {
  write: (value) => value.toString(),
  read: (text) => (/^\d{1,18}$/.test(text) ? BigInt(text) : null),
};

/** An integer that the database can store, also below 0. */
export const signedPart: CursorPart<bigint> = {
  write: (value) => value.toString(),
  read: (text) => (/^-?\d{1,18}$/.test(text) ? BigInt(text) : null),
};

/** An identifier with a prefix, such as `pay_`. */
export const idPart = (prefix: string): CursorPart<string> => ({
  write: (id) => id,
  read: (text) => (text.startsWith(prefix) && /^\w{1,64}$/.test(text) ? text : null),
});

export interface CursorCodec<Position> {
  write(sort: string, position: Position): string;
  /** Returns null for a cursor that the list did not write, also for one of another order. */
  read(sort: string, cursor: string): Position | null;
}

/** Builds the cursors of a list from the parts of its positions. */
export function cursorCodec<Position extends object>(
  parts: {
    readonly [K in keyof Position]: CursorPart<Position[K]>;
  },
): CursorCodec<Position> {
  const names = Object.keys(parts) as (keyof Position)[];
  return {
    write: (sort, position) => toBase64Url([sort, ...names.map((name) => parts[name].write(position[name]))].join(" ")),
    read(sort, cursor) {
      const [written, ...texts] = fromBase64Url(cursor).split(" ");
      if (written !== sort || texts.length !== names.length) return null;
      const values = names.map((name, index) => [name, parts[name].read(texts[index] ?? "")] as const);
      return values.some(([, value]) => value === null) ? null : (Object.fromEntries(values) as Position);
    },
  };
}

const toBase64Url = (text: string): string => Buffer.from(text).toString("base64url");
const fromBase64Url = (text: string): string => Buffer.from(text, "base64url").toString();
