import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import ts from "typescript";
import { describe, expect, test } from "vitest";
import { projectRoot } from "@/server/launch/project";

// R3: a file directly in a subject of server/usecases is one verb or a file of reads. What several files of a subject
// share is in its folder `shared`, which this check does not read.

interface ExportedFunction {
  readonly name: string;
  /** The names of the parameters; null where they cannot be known, as for a re-exported function. */
  readonly parameters: readonly string[] | null;
}

type Callable = ts.FunctionDeclaration | ts.FunctionExpression | ts.ArrowFunction;

const namesOf = (node: Callable): string[] => node.parameters.map(({ name }) => name.getText());

/** Returns the function that an expression certainly is; null for any other value, such as the result of a call. */
function findFunction(node: ts.Expression | undefined): Callable | null {
  if (!node) return null;
  if (ts.isArrowFunction(node) || ts.isFunctionExpression(node)) return node;
  const isWrapped = ts.isParenthesizedExpression(node) || ts.isAsExpression(node) || ts.isSatisfiesExpression(node);
  return isWrapped ? findFunction(node.expression) : null;
}

/** Returns the functions that a statement at the top of a file declares, by their names. */
function listDeclared(statement: ts.Statement): [string, Callable][] {
  if (ts.isFunctionDeclaration(statement)) return [[statement.name?.text ?? "default", statement]];
  if (!ts.isVariableStatement(statement)) return [];
  return statement.declarationList.declarations.flatMap(({ name, initializer }): [string, Callable][] => {
    const found = findFunction(initializer);
    return found ? [[name.getText(), found]] : [];
  });
}

const isExported = (statement: ts.Statement): boolean =>
  ts.canHaveModifiers(statement) &&
  (ts.getModifiers(statement) ?? []).some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword);

/** Returns what `export { … }` and `export … from` export: functions of the file, and every value of another file. */
function listReExported(node: ts.ExportDeclaration, declared: ReadonlyMap<string, Callable>): ExportedFunction[] {
  if (node.isTypeOnly) return [];
  if (!node.exportClause || ts.isNamespaceExport(node.exportClause))
    return [{ name: node.getText(), parameters: null }];
  return node.exportClause.elements
    .filter(({ isTypeOnly }) => !isTypeOnly)
    .flatMap(({ name, propertyName }): ExportedFunction[] => {
      if (node.moduleSpecifier) return [{ name: name.text, parameters: null }];
      const found = declared.get((propertyName ?? name).text);
      return found ? [{ name: name.text, parameters: namesOf(found) }] : [];
    });
}

function listExportedFunctions(file: string, text: string): ExportedFunction[] {
  const { statements } = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true);
  const declared = new Map(statements.flatMap(listDeclared));
  const found = statements.flatMap((statement): ExportedFunction[] => {
    if (ts.isExportDeclaration(statement)) return listReExported(statement, declared);
    if (ts.isExportAssignment(statement)) return [{ name: "default", parameters: null }];
    if (!isExported(statement)) return [];
    if (ts.isClassDeclaration(statement)) return [{ name: statement.name?.text ?? "default", parameters: null }];
    return listDeclared(statement).map(([name, node]) => ({ name, parameters: namesOf(node) }));
  });
  // The overloads of a function have one name.
  return [...new Map(found.map((one) => [one.name, one])).values()];
}

const takesCtx = ({ parameters }: ExportedFunction): boolean => /^_?ctx$/.test(parameters?.[0] ?? "");

/**
 * The first words of a read's name. `get` throws where there is nothing, `find` returns null, `list` returns pages,
 * `count` a number, `export` yields all rows of a file, and `preview` computes what a verb would do.
 */
const readWords = /^(list|get|find|count|export|preview)[A-Z]/;

const isFileOfReads = (base: string): boolean => /^(.+-)?queries\.ts$/.test(base);

const toVerbName = (base: string): string =>
  base.replace(/\.ts$/, "").replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase());

function checkReads(file: string, functions: readonly ExportedFunction[]): string[] {
  return functions.flatMap((one) => [
    ...(readWords.test(one.name) ? [] : [`${file}: ${one.name} is not named like a read`]),
    ...(takesCtx(one) ? [] : [`${file}: ${one.name} does not take ctx first`]),
  ]);
}

function checkVerb(file: string, verb: string, functions: readonly ExportedFunction[]): string[] {
  const own = functions.find(({ name }) => name === verb);
  const others = functions.filter(({ name }) => name !== verb && !/^require[A-Z]/.test(name));
  const isShaped = own && takesCtx(own) && (own.parameters ?? []).length <= 2;
  return [
    ...(own ? [] : [`${file}: exports no function ${verb}`]),
    ...(!own || isShaped ? [] : [`${file}: ${verb} does not take (ctx, input)`]),
    ...others.map(({ name }) => `${file}: ${name} is a further function; move it to a file of its own or to shared/`),
  ];
}

/** Returns what breaks R3 in a file directly in a subject: one line per function. */
function checkFile(file: string, text: string): string[] {
  const base = file.slice(file.lastIndexOf("/") + 1);
  const functions = listExportedFunctions(file, text);
  return isFileOfReads(base) ? checkReads(file, functions) : checkVerb(file, toVerbName(base), functions);
}

const usecases = "server/usecases";

const listFolders = (folder: string) =>
  readdirSync(join(projectRoot, folder), { withFileTypes: true }).filter((entry) => entry.isDirectory());

const files = listFolders(usecases).flatMap(({ name: subject }) =>
  readdirSync(join(projectRoot, usecases, subject))
    .filter((name) => name.endsWith(".ts") && !name.endsWith(".test.ts"))
    .map((name) => `${usecases}/${subject}/${name}`),
);

describe("R3: one verb is one file with one exported function", () => {
  test("every file directly in a subject is a verb or a file of reads", () => {
    expect(files.length).toBeGreaterThan(80);
    const broken = files.flatMap((file) => checkFile(file, readFileSync(join(projectRoot, file), "utf8")));
    expect(broken.join("\n")).toBe("");
  });

  const verb = "export async function closeShop(ctx: Ctx, { shopId }: { shopId: string }): Promise<void> {}";

  test.each([
    ["a verb", verb],
    ["a verb as a constant", "export const closeShop = (ctx: Ctx): void => undefined;"],
    ["a verb with types and constants", `${verb} export interface Shop {} export const shopsMax = 3;`],
    ["a verb with a guard", `${verb} export function requireOpenShop(shop: Shop): void {}`],
    ["a verb with functions of its own", `${verb} const toShop = (row: Row) => row; function find() {}`],
    ["a verb that exports types of another file", `${verb} export type { Row } from "./row";`],
    ["a verb in a list of exports", "async function closeShop(ctx: Ctx) {} export { closeShop, type Shop };"],
    ["a constant that is the result of a call", `${verb} export const limits = createLimits(() => 1);`],
  ])("accepts %s", (_, text) => {
    expect(checkFile("shops/close-shop.ts", text)).toEqual([]);
  });

  const further = (name: string) => [
    `shops/close-shop.ts: ${name} is a further function; move it to a file of its own or to shared/`,
  ];

  test.each([
    ["a second function", `${verb} export function openShop(ctx: Ctx) {}`, further("openShop")],
    ["a second arrow function", `${verb} export const toShop = (row: Row) => row;`, further("toShop")],
    ["a typed one", `${verb} export const toShop = ((row) => row) satisfies ToShop;`, further("toShop")],
    ["a function expression", `${verb} export const toShop = function () {};`, further("toShop")],
    ["a generator", `${verb} export async function* walkShops(ctx: Ctx) {}`, further("walkShops")],
    ["a second function in a list", `${verb} const toShop = () => 1; export { toShop };`, further("toShop")],
    ["a second name", `${verb} export { closeShop as endShop };`, further("endShop")],
    ["a value of another file", `${verb} export { toShop } from "./to-shop";`, further("toShop")],
    ["all values of a file", `${verb} export * from "./row";`, further('export * from "./row";')],
    ["a class", `${verb} export class Shop {}`, further("Shop")],
    ["a default export", `${verb} export default 1;`, further("default")],
    ["no function", "export interface Shop {}", ["shops/close-shop.ts: exports no function closeShop"]],
    [
      "a function with another name",
      "export async function endShop(ctx: Ctx) {}",
      ["shops/close-shop.ts: exports no function closeShop", ...further("endShop")],
    ],
    [
      "a function under a transaction",
      "export const closeShop = (tx: Tx, shop: Shop) => 1;",
      ["shops/close-shop.ts: closeShop does not take (ctx, input)"],
    ],
    [
      "a function with three parameters",
      "export const closeShop = (ctx: Ctx, tx: Tx, shop: Shop) => 1;",
      ["shops/close-shop.ts: closeShop does not take (ctx, input)"],
    ],
  ])("refuses %s", (_, text, broken) => {
    expect(checkFile("shops/close-shop.ts", text)).toEqual(broken);
  });

  test("accepts a file of reads", () => {
    const text =
      "export const findShop = (ctx: Ctx, id: string) => null; export async function* exportShops(ctx: Ctx) {}";
    expect(checkFile("shops/queries.ts", text)).toEqual([]);
  });

  test("refuses a verb and a conversion in a file of reads", () => {
    const text = "export async function closeShop(ctx: Ctx) {} export const toShop = (row: Row) => row;";
    expect(checkFile("shops/staff-queries.ts", text)).toEqual([
      "shops/staff-queries.ts: closeShop is not named like a read",
      "shops/staff-queries.ts: toShop is not named like a read",
      "shops/staff-queries.ts: toShop does not take ctx first",
    ]);
  });
});
