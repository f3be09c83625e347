import { choiceFilter, choicesFilter } from "../list-filters";
import { declareList } from "../lists";

/** The directives that a report may name. Any other text in their place is stored as `other`. */
export const cspDirectives = [
  "script-src",
  "script-src-elem",
  "script-src-attr",
  "connect-src",
  "form-action",
  "base-uri",
  "frame-src",
  "child-src",
  "object-src",
  "worker-src",
  "frame-ancestors",
  "style-src",
  "style-src-elem",
  "style-src-attr",
  "img-src",
  "font-src",
  "media-src",
  "manifest-src",
  "prefetch-src",
  "default-src",
  "require-trusted-types-for",
  "trusted-types",
  "sandbox",
] as const;

/** The directive of what is not listed one by one: unknown directives, and reports beyond the rows of a day (D-297). */
export const otherReports = "other";

export const listedDirectives = [...cspDirectives, otherReports] as const;

/** The list of reports in the back-office, the latest first. */
export const cspReportList = declareList({
  filters: {
    pages: choiceFilter("pages", ["ours", "others"]),
    directive: choicesFilter("directive", listedDirectives),
  },
  sorts: { last: "time" },
  hasOneOrder: true,
});
