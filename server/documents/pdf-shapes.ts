/** A shaped text, as PDFKit's typefaces return it: its glyphs, their places, and its width in 1/1000 of the size. */
interface Shape {
  readonly glyphs: readonly unknown[];
  readonly positions: readonly unknown[];
  readonly advanceWidth: number;
}

/** The part of an embedded typeface that shapes texts. PDFKit keeps the present one in `_font` and declares no type. */
interface Typeface {
  layout(text: string, features?: readonly string[], onlyWidth?: boolean): Shape;
}

const remembering = new WeakSet<Typeface>();

/**
 * Makes the present typeface of a document remember the words that it has shaped with OpenType features. PDFKit
 * remembers words only without features, and shapes each cell of a table several times: to measure it, to divide it
 * into lines and to draw it. That took most of the time of a long statement. A document is the same with and without
 * this.
 */
export function rememberShapes(document: PDFKit.PDFDocument): void {
  const { _font: typeface } = document as unknown as { readonly _font: Typeface };
  if (remembering.has(typeface)) return;
  remembering.add(typeface);
  const shape = typeface.layout.bind(typeface);
  const known = new Map<string, Shape>();
  typeface.layout = (text, features, onlyWidth) => {
    if (!features) return shape(text, features, onlyWidth);
    const shapes = toWords(text).map((word) => {
      const key = `${features.join()} ${word}`;
      const found = known.get(key) ?? shape(word, features);
      known.set(key, found);
      return found;
    });
    return joinShapes(shapes, onlyWidth);
  };
}

/** Divides a text after each blank, as PDFKit does without features. */
const toWords = (text: string): readonly string[] => text.split(/(?<=[ \t])/);

const joinShapes = (shapes: readonly Shape[], onlyWidth = false): Shape => ({
  glyphs: onlyWidth ? [] : shapes.flatMap(({ glyphs }) => glyphs),
  positions: onlyWidth ? [] : shapes.flatMap(({ positions }) => positions),
  advanceWidth: shapes.reduce((sum, { advanceWidth }) => sum + advanceWidth, 0),
});
