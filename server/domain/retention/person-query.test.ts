import { expect, test } from "vitest";
import { readPersonQuery } from "./person-query";

test.each([
  [" Owner@Shop.test ", { kind: "email", email: "owner@shop.test" }],
  ["192.0.2.1", { kind: "ip", ip: "192.0.2.1" }],
  ["2001:DB8::1", { kind: "ip", ip: "2001:db8::1" }],
  ["pl_01K8Z3W2M7N8P9Q0R1S2T3V4W5", { kind: "link", linkId: "pl_01K8Z3W2M7N8P9Q0R1S2T3V4W5" }],
  ["Ayşe Yılmaz", { kind: "name", name: "Ayşe Yılmaz" }],
])("%s", (typed, query) => expect(readPersonQuery(typed)).toEqual(query));
