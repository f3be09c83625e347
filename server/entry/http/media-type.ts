/**
 * Returns whether a content type declares JSON in UTF-8 (D-5, D-61). The charset may be missing, empty, `utf-8` or
 * `utf8`, in any letter case and quoted or not. Where several are given, each of them must be so. A parameter list that
 * cannot be read could hide another charset, so it is none.
 */
export function isJsonInUtf8(contentType: string): boolean {
  const [whole, parameters = ""] = /^application\/(?:[\w.-]+\+)?json\s*(;.*)?$/is.exec(contentType) ?? [];
  if (whole === undefined) return false;
  parameter.lastIndex = 0;
  while (parameter.lastIndex < parameters.length) {
    const [, name, value = ""] = parameter.exec(parameters) ?? [];
    if (name === undefined) return false;
    if (name.toLowerCase() === "charset" && !utf8Labels.has(unquote(value).toLowerCase())) return false;
  }
  return true;
}

/** One parameter with its semicolon. The blanks around the equals sign are against the rules and still understood. */
const parameter = /;\s*([^;="\s]*)\s*(?:=\s*("(?:[^"\\]|\\.)*"|[^;"\s]*))?\s*/y;

const utf8Labels: ReadonlySet<string> = new Set(["", "utf-8", "utf8"]);

const unquote = (value: string): string => (value.startsWith('"') ? value.slice(1, -1).replace(/\\(.)/g, "$1") : value);
