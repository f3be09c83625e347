import { type Field, type Fields, hasField, readField, replaceField, setField } from "./fields";
import type { FuzzedProtocol } from "./protocols";

/** A change of a return that its buyer's browser could make. */
export interface Mutation {
  readonly what: string;
  readonly apply: (fields: Fields) => Fields;
}

/** Genuine returns of other payments, from which values are transplanted. */
export interface Donors {
  readonly sameShop: Fields;
  readonly otherShop: Fields;
  readonly otherProtocols: readonly Fields[];
}

/** Lists all single changes of a genuine return: each field in each way, transplants, shifts, lists, added fields. */
export function listMutations(genuine: Fields, protocol: FuzzedProtocol, donors: Donors): Mutation[] {
  const names = [...new Set(genuine.map(([name]) => name))];
  return [
    ...names.flatMap((name) => changeValue(name, readField(genuine, name), protocol)),
    ...names.flatMap(changeField),
    ...names.flatMap((name) => transplant(name, donors)),
    ...shifts(protocol.signed),
    ...(protocol.signsAll ? shifts(sortNames(names.filter((name) => readField(genuine, name) !== ""))) : []),
    ...ownLists(protocol),
    ...additions(names),
    ...wholeReturns(donors),
  ].filter(({ apply }) => JSON.stringify(apply(genuine)) !== JSON.stringify(genuine));
}

const sortNames = (names: readonly string[]): string[] =>
  [...names].sort((a, b) => (a.toUpperCase() < b.toUpperCase() ? -1 : 1));

/** Other values of a field. */
function changeValue(name: string, value: string, { informative }: FuzzedProtocol): Mutation[] {
  const set = (what: string, next: string, encoded?: string): Mutation => ({
    what: `${name}: ${what}`,
    apply: (fields) => setField(fields, name, next, encoded),
  });
  const escaped = encodeURIComponent(value);
  const few = [
    set("another end", `${value}1`),
    set("empty", ""),
    set("a NUL at the end", `${value}\0`),
    set("a byte that is no UTF-8", `${value}�`, `${escaped}%FD`),
    set("very long", value + "9".repeat(3_000)),
  ];
  // An informative field decides nothing, so each of its values costs a payment and shows little.
  if (informative.includes(name)) return few;
  return [
    ...few,
    set("another beginning", (value.startsWith("1") ? "2" : "1") + value.slice(1)),
    set("without its end", value.slice(0, -1)),
    set("upper case", value.toUpperCase()),
    set("lower case", value.toLowerCase()),
    set("a blank at the end", `${value} `),
    set("a blank at the beginning", ` ${value}`),
    set("a line break at the end", `${value}\r\n`),
    set("an overlong byte", `${value}�`, `%C0%B1${escaped}`),
    set(
      "full-width digits",
      value.replace(/\d/g, (digit) => String.fromCharCode(digit.charCodeAt(0) + 0xfee0)),
    ),
    set("a dotless letter", value.replace(/i/g, "ı").replace(/I/g, "İ")),
    set("escaped twice", escaped),
  ];
}

/** Other forms of a field: left out, repeated, under another name. */
function changeField(name: string): Mutation[] {
  const upper = name === name.toUpperCase() ? name.toLowerCase() : name.toUpperCase();
  const by = (what: string, put: (field: Field) => Fields): Mutation => ({
    what: `${name}: ${what}`,
    apply: (fields) => replaceField(fields, name, put([name, readField(fields, name)])),
  });
  return [
    by("left out", () => []),
    by("repeated", (field) => [field, field]),
    by("repeated with another value behind", (field) => [field, [name, "1"]]),
    by("repeated with another value before", (field) => [[name, "1"], field]),
    by("repeated in other case", (field) => [field, [upper, "1"]]),
    by("in other case", ([, value]) => [[upper, value]]),
    by("with a blank behind the name", ([, value]) => [[`${name} `, value]]),
    by("as a list", ([, value]) => [[`${name}[]`, value]]),
    by("under another name", ([, value]) => [[`${name}0`, value]]),
  ];
}

function transplant(name: string, { sameShop, otherShop }: Donors): Mutation[] {
  const from = (what: string, donor: Fields): Mutation => ({
    what: `${name}: from a return of ${what}`,
    apply: (fields) => (hasField(donor, name) ? setField(fields, name, readField(donor, name)) : fields),
  });
  return [from("another payment", sameShop), from("another shop", otherShop)];
}

/** Moves the border between neighbours, whose values are signed as one text. */
function shifts(names: readonly string[]): Mutation[] {
  return names.slice(1).flatMap((second, index) => {
    const first = names[index] ?? "";
    const move = (what: string, next: (a: string, b: string) => readonly [string, string]): Mutation => ({
      what: `${first} and ${second}: ${what}`,
      apply: (fields) => {
        const [a, b] = next(readField(fields, first), readField(fields, second));
        return setField(setField(fields, first, a), second, b);
      },
    });
    return [
      move("the border one to the left", (a, b) => [a.slice(0, -1), a.slice(-1) + b]),
      move("the border one to the right", (a, b) => [a + b.slice(0, 1), b.slice(1)]),
      move("all in the first", (a, b) => [a + b, ""]),
      move("all in the second", (a, b) => ["", a + b]),
      move("a separator inside", (a, b) => [`${a}|${b}`, ""]),
      move("an escape at the border", (a, b) => [`${a}\\`, b]),
      move("exchanged", (a, b) => [b, a]),
    ];
  });
}

const ownLists = ({ lists }: FuzzedProtocol): Mutation[] =>
  Object.entries(lists).flatMap(([name, values]) =>
    values.map((value) => ({
      what: `${name}: ${value || "an empty list"}`,
      apply: (fields: Fields) => (hasField(fields, name) ? setField(fields, name, value) : [...fields, [name, value]]),
    })),
  );

/** Fields that the bank does not send. */
function additions(names: readonly string[]): Mutation[] {
  const added: readonly Field[] = [
    ...(["extra", "__proto__", "constructor", "toString", "hasOwnProperty", "", "ＨＡＳＨ"] as const).map(
      (name): Field => [name, "1"],
    ),
    ...(["Response", "ProcReturnCode", "AuthCode", "mdStatus", "3DStatus", "procreturncode", "authcode"] as const)
      .filter((name) => !names.includes(name))
      .map((name): Field => [name, name.toLowerCase().includes("status") ? "1" : "00"]),
  ];
  return [
    ...added.map(([name, value]) => ({
      what: `added: ${name || "a field without a name"}`,
      apply: (fields: Fields): Fields => [...fields, [name, value]],
    })),
    {
      what: "added: a thousand fields",
      apply: (fields) => [...fields, ...Array.from({ length: 1_000 }, (_, n): Field => [`extra${n}`, "1"])],
    },
    { what: "no fields", apply: () => [] },
    { what: "the fields in reverse order", apply: (fields) => fields.toReversed() },
  ];
}

const wholeReturns = ({ sameShop, otherShop, otherProtocols }: Donors): Mutation[] => [
  { what: "the return of another payment", apply: () => sameShop },
  { what: "the return of another shop's payment", apply: () => otherShop },
  ...otherProtocols.map((fields, n) => ({
    what: `the return of another protocol (${n + 1})`,
    apply: () => fields,
  })),
  ...otherProtocols.map((fields, n) => ({
    what: `both this return and one of another protocol (${n + 1})`,
    apply: (own: Fields) => [...own, ...fields],
  })),
];

/** Makes the return of a buyer who failed look like one of another buyer who succeeded. */
export function listDisguises(failed: Fields, success: Fields, { outcome }: FuzzedProtocol): Mutation[] {
  const names = outcome.filter((name) => hasField(success, name));
  const take = (chosen: readonly string[]): Mutation => ({
    what: `failed, with ${chosen.join(" and ")} of a success`,
    apply: (fields) => [
      ...fields.map((field): Field => (chosen.includes(field[0]) ? [field[0], readField(success, field[0])] : field)),
      ...chosen.filter((name) => !hasField(fields, name)).map((name): Field => [name, readField(success, name)]),
    ],
  });
  const pairs = names.flatMap((one, n) => names.slice(n + 1).map((other) => [one, other]));
  return [...names.map((name) => [name]), ...pairs, names]
    .map(take)
    .filter(({ apply }) => JSON.stringify(apply(failed)) !== JSON.stringify(failed));
}

/** Combines random single changes. @param random returns numbers from 0 to 1 */
export function combineMutations(single: readonly Mutation[], rounds: number, random: () => number): Mutation[] {
  return Array.from({ length: rounds }, () => {
    const count = 2 + Math.floor(random() * 3);
    const chosen = Array.from({ length: count }, () => single[Math.floor(random() * single.length)] as Mutation);
    return {
      what: chosen.map(({ what }) => what).join(" + "),
      apply: (fields: Fields) => chosen.reduce((sofar, { apply }) => apply(sofar), fields),
    };
  });
}

/** Returns a generator of numbers from 0 to 1 that repeats with its seed (mulberry32). */
export function seededRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}
