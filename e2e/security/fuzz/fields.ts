/** A field of a posted form. The third part replaces the encoded value, for bytes that are no UTF-8. */
export type Field = readonly [name: string, value: string, encoded?: string];
export type Fields = readonly Field[];

export const toFields = (form: Readonly<Record<string, string>>): Fields => Object.entries(form);

/** Encodes fields as a browser does, in their order, with repeated names. */
export const encodeFields = (fields: Fields): string =>
  fields.map(([name, value, encoded]) => `${encode(name)}=${encoded ?? encode(value)}`).join("&");

const encode = (text: string): string => encodeURIComponent(text).replaceAll("%20", "+");

export const readField = (fields: Fields, name: string): string => fields.find(([known]) => known === name)?.[1] ?? "";

export const hasField = (fields: Fields, name: string): boolean => fields.some(([known]) => known === name);

/** Replaces the value of a field. */
export const setField = (fields: Fields, name: string, value: string, encoded?: string): Fields =>
  fields.map((field) => (field[0] === name ? toField(name, value, encoded) : field));

/** Replaces a field by other ones. */
export const replaceField = (fields: Fields, name: string, by: Fields): Fields =>
  fields.flatMap((field) => (field[0] === name ? by : [field]));

const toField = (name: string, value: string, encoded: string | undefined): Field =>
  encoded === undefined ? [name, value] : [name, value, encoded];
