import { ask } from "./http";
import { sandbox } from "./product";

/** The texts of a guide in monospaced letters, as they are read. */
export async function blocksOf(path: string, language: string): Promise<string[]> {
  const { text } = await ask(sandbox.apiUrl, `${path}?lang=${language}`);
  const plain = text.replaceAll("&quot;", '"').replaceAll("&amp;", "&").replaceAll("&#x27;", "'");
  return [...plain.matchAll(/<pre[^>]*>(.*?)<\/pre>/gs)].map(([, block = ""]) => block);
}

/** The body that a command of a guide sends, and to which path. */
export function commandIn(all: readonly string[], target: string): { path: string; body: object } {
  const command = all.find((block) => block.startsWith("curl") && block.includes(target)) ?? "";
  const url = /"(http[^"]+)"/.exec(command)?.[1] ?? "";
  const body = /-d '(.*)'/s.exec(command)?.[1];
  return { path: url.slice(sandbox.apiUrl.length), body: body === undefined ? {} : JSON.parse(body) };
}
