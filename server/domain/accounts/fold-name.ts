/** Turkish letters, and what they are searched by. */
const [accented, plain] = [Array.from("ıİIşŞçÇğĞöÖüÜâÂîÎûÛ"), Array.from("iiissccggoouuaaiiuu")];

/**
 * Returns a name as it is searched: in lower case and without Turkish accents. The function `fold_name` of the database
 * does the same with the stored names.
 */
export const foldName = (name: string): string =>
  Array.from(name, (letter) => plain[accented.indexOf(letter)] ?? letter.toLowerCase()).join("");
