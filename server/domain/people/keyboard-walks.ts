/** The rows of keys of a layout, from the digits down, each from the left. A key touches two of the next row. */
type Layout = readonly string[];

const layouts: readonly Layout[] = [
  ["1234567890*-", "qwertyuıopğü", "asdfghjklşi,", "zxcvbnmöç."],
  ["1234567890/-", "fgğıodrnhpqw", "uieaütkmlyşx", "jövcçzsb.,"],
  ["1234567890-=", "qwertyuiop[]", "asdfghjkl;'", "zxcvbnm,./"],
  ["!'^+%&/()=?_"],
  ["!@#$%^&*()_+"],
];

interface Place {
  readonly row: number;
  readonly column: number;
}

const places: readonly ReadonlyMap<string, Place>[] = layouts.map(
  (rows) => new Map(rows.flatMap((keys, row) => [...keys].map((key, column) => [key, { row, column }] as const))),
);

/**
 * Returns for each character whether its key touches the key of the character before it, one list per layout: Turkish
 * Q, Turkish F, English, and the digit keys with Shift. The same key twice counts as touching.
 */
export const findTouchingKeys = (characters: readonly string[]): boolean[][] =>
  places.map((layout) =>
    characters.map((key, index) => isTouching(layout.get(characters[index - 1] ?? ""), layout.get(key))),
  );

function isTouching(a: Place | undefined, b: Place | undefined): boolean {
  if (!a || !b) return false;
  const [upper, lower] = a.row <= b.row ? [a, b] : [b, a];
  const across = lower.column - upper.column;
  return upper.row === lower.row
    ? Math.abs(across) <= 1
    : lower.row - upper.row === 1 && (across === 0 || across === -1);
}
