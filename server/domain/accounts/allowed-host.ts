import { problem } from "../field-words";
import { checkedText } from "../fields";

/** Builds the schema of a host of an allow-list: ASCII, optionally with a leading `*.` (D-13). */
export const allowedHost = () =>
  checkedText((value) =>
    value.length <= 253 && /^(\*\.)?[a-z\d-]+(\.[a-z\d-]+)*$/i.test(value) ? null : problem("host"),
  );
