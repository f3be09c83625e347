import ts from "typescript";

/** One place of a source that asks for a text. */
export interface TextUse {
  /** The namespace of the translator, such as `panel.newLink`. */
  readonly namespace: string;
  /** The keys below the namespace that the place can ask for. */
  readonly key: RegExp;
}

export interface Namespaces {
  has(text: string): boolean;
  /** Whether a namespace holds texts alone, such as the names of the card families. */
  isList(namespace: string): boolean;
}

/** A name that stands for a translator: a variable, a parameter, or a member of a type. */
interface Translator {
  readonly name: string;
  readonly namespace: string;
  /** The part of the source in which the name is known. Null for a member, which may be read anywhere. */
  readonly scope: ts.Node | null;
}

/** Finds the namespace that a call or a type names: `useTranslations("panel.link")`, `Translator<"panel.link">`. */
type FindNamespace = (node: ts.Node | undefined) => string | null;

/** The buyer's pages have one translator for all their texts, which has this name everywhere. */
const pay = { types: '"@/messages/pay-texts"', catalogue: '"./pay.tr.json"', name: "t", namespace: "pay" };

/** Returns every use of a text in a source. It reads the syntax alone, so it needs no types. */
export function listTextUses(file: string, source: string, namespaces: Namespaces): TextUse[] {
  const nodes = listNodes(ts.createSourceFile(file, source, ts.ScriptTarget.Latest, true, ts.ScriptKind.TSX));
  const findNamespace = namespaceFinder(nodes, namespaces);
  const translators = nodes.flatMap((node) => findTranslator(node, findNamespace) ?? []);
  if (source.includes(pay.types)) translators.push({ name: pay.name, namespace: pay.namespace, scope: null });
  const literals = nodes.filter(ts.isStringLiteralLike).map(({ text }) => escaped(text));
  const asked = nodes.filter(ts.isCallExpression).flatMap((call) => {
    const [key] = call.arguments;
    if (!key) return [];
    return listNamespaces(call.expression, translators, findNamespace).flatMap((namespace) => {
      const patterns = listPatterns(key) ?? (namespaces.isList(namespace) ? [".+"] : literals);
      return patterns.map((pattern) => ({ namespace, key: new RegExp(`^${pattern}$`) }));
    });
  });
  return source.includes(pay.catalogue) ? [...asked, ...nodes.flatMap(findMember)] : asked;
}

function listNodes(root: ts.Node): ts.Node[] {
  const nodes: ts.Node[] = [];
  const visit = (node: ts.Node): void => {
    nodes.push(node);
    ts.forEachChild(node, visit);
  };
  visit(root);
  return nodes;
}

function namespaceFinder(nodes: readonly ts.Node[], namespaces: Namespaces): FindNamespace {
  const aliases = new Map(nodes.filter(ts.isTypeAliasDeclaration).map(({ name, type }) => [name.text, type]));
  return function find(node) {
    if (!node) return null;
    const alias = ts.isTypeReferenceNode(node) && aliases.get(node.typeName.getText());
    if (alias) return find(alias);
    const named = ts.isCallExpression(node) ? node.arguments : [];
    const typed = ts.isTypeReferenceNode(node) ? (node.typeArguments ?? []) : [];
    const literals = [...named, ...typed.map((type) => (ts.isLiteralTypeNode(type) ? type.literal : type))];
    return literals.filter(ts.isStringLiteralLike).find(({ text }) => namespaces.has(text))?.text ?? null;
  };
}

function findTranslator(node: ts.Node, findNamespace: FindNamespace): Translator | null {
  const isMember = ts.isPropertySignature(node);
  if (!isMember && !ts.isVariableDeclaration(node) && !ts.isParameter(node)) return null;
  const namespace = findNamespace(isMember ? undefined : node.initializer) ?? findNamespace(node.type);
  if (namespace === null || !ts.isIdentifier(node.name)) return null;
  return { name: node.name.text, namespace, scope: isMember ? null : findScope(node) };
}

/** Returns the function, block or file in which a variable or a parameter is known. */
const findScope = ({ parent }: ts.Node): ts.Node =>
  ts.isBlock(parent) || ts.isSourceFile(parent) || ts.isFunctionLike(parent) ? parent : findScope(parent);

const isInside = (node: ts.Node, scope: ts.Node): boolean => node.pos >= scope.pos && node.end <= scope.end;

/** Returns the namespaces of the translator that an expression calls; none where it calls no translator. */
function listNamespaces(
  called: ts.Expression,
  translators: readonly Translator[],
  findNamespace: FindNamespace,
): string[] {
  const members = (name: string) =>
    translators.filter((one) => one.scope === null && one.name === name).map(toNamespace);
  if (ts.isPropertyAccessExpression(called)) {
    const isMethod = /^(?:has|raw|rich|markup)$/.test(called.name.text);
    return isMethod ? listNamespaces(called.expression, translators, findNamespace) : members(called.name.text);
  }
  const direct = findNamespace(called);
  if (direct !== null) return [direct];
  if (!ts.isIdentifier(called)) return [];
  const around = translators.filter(
    ({ name, scope }) => name === called.text && scope !== null && isInside(called, scope),
  );
  // The innermost scope begins last.
  const [innermost] = around.sort((a, b) => (b.scope?.pos ?? 0) - (a.scope?.pos ?? 0));
  return innermost ? [innermost.namespace] : members(called.text);
}

const toNamespace = ({ namespace }: Translator): string => namespace;

const escaped = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");

/**
 * Returns the patterns of the keys that an expression can be. A part that only the running program knows matches any
 * text. Returns null for a key without any literal part: in a list it can be every text, and elsewhere it is looked for
 * among the literals of the file, or this search would find every text to be used.
 */
function listPatterns(key: ts.Expression): string[] | null {
  if (ts.isStringLiteralLike(key)) return [escaped(key.text)];
  if (ts.isParenthesizedExpression(key) || ts.isAsExpression(key)) return listPatterns(key.expression);
  if (ts.isConditionalExpression(key)) {
    const [yes, no] = [listPatterns(key.whenTrue), listPatterns(key.whenFalse)];
    return yes && no && [...yes, ...no];
  }
  if (!ts.isTemplateExpression(key)) return null;
  const parts = [key.head.text, ...key.templateSpans.map(({ literal }) => literal.text)];
  return parts.every((part) => part === "") ? null : [parts.map(escaped).join(".+")];
}

/** Finds a group that is read from the catalogue itself, such as `messages.language`. */
function findMember(node: ts.Node): TextUse[] {
  if (!ts.isPropertyAccessExpression(node) || node.expression.getText() !== "messages") return [];
  return [{ namespace: pay.namespace, key: new RegExp(`^${escaped(node.name.text)}(?:\\..+)?$`) }];
}
