import { isVisible, withoutDirectionControls } from "@/server/domain/direction-controls";
import type { LinkDocument, LinkFace, LinkPage } from "@/server/domain/links/link-page";

/**
 * A document whose link's texts cannot turn the page around them, and where what leaves nothing to be seen is left out.
 * The API gives the texts back as they were sent.
 */
export function readable(document: LinkDocument): LinkDocument {
  const { page } = document;
  if (page.kind === "unknown" || page.face === null) return document;
  return { ...document, page: { ...page, face: readableFace(page.face) } as LinkPage };
}

const readableFace = (face: LinkFace): LinkFace => ({
  ...face,
  payerName: face.payerName !== null && isVisible(face.payerName.replaceAll("*", "")) ? face.payerName : null,
  description: readableText(face.description),
  items:
    face.items?.map(({ name, note, amountKurus }) => ({
      name: withoutDirectionControls(name),
      note: readableText(note),
      amountKurus,
    })) ?? null,
});

function readableText(text: string | null): string | null {
  const kept = withoutDirectionControls(text ?? "");
  return isVisible(kept) ? kept : null;
}
