import { type DefaultTreeAdapterMap, parse } from "parse5";
import type { PageElement } from "@/server/domain/pages/compare-page";

type Node = DefaultTreeAdapterMap["node"];

/** Reads the elements of a page as a browser would build them, also those inside of templates. */
export function readElements(html: string): PageElement[] {
  const elements: PageElement[] = [];
  const waiting: Node[] = [parse(html, { scriptingEnabled: false })];
  for (let node = waiting.pop(); node; node = waiting.pop()) {
    if ("tagName" in node) elements.push(toElement(node));
    const children = [...("childNodes" in node ? node.childNodes : []), ...("content" in node ? [node.content] : [])];
    waiting.push(...children.reverse());
  }
  return elements;
}

const toElement = (node: DefaultTreeAdapterMap["element"]): PageElement => ({
  name: node.tagName.toLowerCase(),
  attributes: new Map(
    node.attrs.map(({ name, prefix, value }) => [(prefix ? `${prefix}:${name}` : name).toLowerCase(), value]),
  ),
  text: node.childNodes.map((child) => ("value" in child ? child.value : "")).join(""),
});
