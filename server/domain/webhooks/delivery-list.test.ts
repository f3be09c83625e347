import { expect, test } from "vitest";
import { readListQuery } from "../lists";
import { deliveryList } from "./delivery-list";

const read = (address: string) => {
  const parameters = new URLSearchParams(address);
  return readListQuery(deliveryList, (name) => parameters.getAll(name));
};

test.each([
  ["", { status: null, type: null }],
  ["status=failed", { status: "failed", type: null }],
  ["status=pending&type=payment.captured", { status: "pending", type: "payment.captured" }],
  ["status=nonsense&type=payment", { status: null, type: null }],
  ["status=__proto__&type=toString", { status: null, type: null }],
])("reads the filters of ?%s", (address, filters) => expect(read(address)).toEqual({ ...filters, sort: "-created" }));
