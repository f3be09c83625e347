import { type PageRelease, toReleasedPages } from "@/server/domain/pages/inventory";
import { createPageKeys } from "@/server/domain/pages/page-keys";
import type { Ctx } from "@/server/usecases/ctx";

const script = (name: string) => ({
  src: `/assets/${name}.0123456789ab.js`,
  integrity: `sha384-${name}`,
  why: `Why ${name} is needed.`,
});

/** A release of the buyers' pages for tests that do not fetch them. */
const testPageRelease: PageRelease = {
  scripts: { cardForm: script("card-form"), waiting: script("waiting"), language: script("language") },
  styles: { link: "a{}", handoff: "b{}" },
  languages: ["tr", "en"],
};

/** The pages of the test world. Nothing is fetched over the network. */
export const testPages: Ctx["pages"] = {
  released: toReleasedPages(testPageRelease),
  keys: createPageKeys([{ id: "audit", key: Buffer.alloc(32, 9) }]),
  fetch: () => Promise.reject(new Error("The test world has no network")),
};
