import { searchFilter } from "../list-filters";
import { declareList } from "../lists";

/** The list of merchants in the back-office. Of an API key only the prefix leaves the field: the rest is a secret. */
export const partnerList = declareList({
  filters: {
    text: searchFilter("q", {
      max: 256,
      clean: (text) => text.replace(/\b(sk_(?:test|live)_[A-Za-z0-9]{8})\S*/g, "$1"),
    }),
  },
  sorts: { created: "time" },
  hasOneOrder: true,
});
