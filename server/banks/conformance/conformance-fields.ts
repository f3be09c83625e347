import fc from "fast-check";
import type { ReturnFields } from "../bank";

// Changes that a forger may make to the fields of a form or to the elements of a document.

type Field = ReturnFields[number];
export type Change = (fields: ReturnFields) => ReturnFields;

export const changeField = (fields: ReturnFields, name: string, value: string): ReturnFields =>
  fields.map((field) => (field[0] === name ? [name, value] : field));

export const applyChanges = (changes: readonly Change[], fields: ReturnFields): ReturnFields =>
  changes.reduce<ReturnFields>((sofar, step) => step(sofar), fields);

/**
 * Generates one change: a renamed field, another value, a copied field, a dropped field, or two swapped names.
 * @param tempting values that an accepted message contains
 */
export function arbitraryChange(fields: ReturnFields, tempting: readonly string[]): fc.Arbitrary<Change> {
  const name = fc.oneof(fc.constantFrom(...fields.map(([known]) => known)), fc.string());
  const value = fc.oneof(fc.constantFrom(...tempting), fc.string());
  const at = fc.nat(fields.length - 1);
  return fc.oneof(
    fc.tuple(at, name).map(([index, text]) => edit(index, ([, old]) => [[text, old]])),
    fc.tuple(at, value).map(([index, text]) => edit(index, ([old]) => [[old, text]])),
    fc.tuple(at, value).map(([index, text]) => edit(index, (field) => [field, [field[0], text]])),
    at.map((index) => edit(index, () => [])),
    fc.tuple(at, at).map(([one, other]) => swapNames(one, other)),
  );
}

/** Replaces one field by other fields. */
const edit =
  (index: number, put: (field: Field) => readonly Field[]): Change =>
  (fields) =>
    fields.flatMap((field, at) => (at === index ? put(field) : [field]));

const swapNames =
  (one: number, other: number): Change =>
  (fields) =>
    fields.map((field, at) => {
      const twin = at === one ? fields[other] : at === other ? fields[one] : undefined;
      return [(twin ?? field)[0], field[1]];
    });
