import { ask } from "./http";
import { sandbox } from "./product";

/** Reads the code blocks of a guide as texts. */
export async function readCodeBlocks(path: string, language: string): Promise<string[]> {
  const { text } = await ask(sandbox.apiUrl, `${path}?lang=${language}`);
  const plain = text.replaceAll("&quot;", '"').replaceAll("&amp;", "&").replaceAll("&#x27;", "'");
  return [...plain.matchAll(/<pre[^>]*>(.*?)<\/pre>/gs)].map(([, block = ""]) => block);
}

/** Finds a guide's `curl` command for `target`; returns its path and body. */
export function commandIn(all: readonly string[], target: string): { path: string; body: object } {
  const command = all.find((block) => block.startsWith("curl") && block.includes(target)) ?? "";
  const url = /"(http[^"]+)"/.exec(command)?.[1] ?? "";
  const body = /-d '(.*)'/s.exec(command)?.[1];
  return { path: url.slice(sandbox.apiUrl.length), body: body === undefined ? {} : JSON.parse(body) };
}
