import { describe, expect, test } from "vitest";
import { placeRefusal, readRefusal } from "./refusal";

const refusedFields = { keys_many: "name", validation_error: "url", duplicate_partner_tx_code: "code" } as const;
const place = (data: object | null, message = "why") =>
  placeRefusal<{ name: string; url: string; code: string; items: { note: string }[] }>(
    Object.assign(new Error(message), { data }),
    refusedFields,
    ["name", "url", "code", "items"],
  );

describe("a refusal is placed", () => {
  test("at the field of its code, with the server's sentence", () => {
    expect(place({ code: "duplicate_partner_tx_code" })).toEqual({
      code: { type: "refused:duplicate_partner_tx_code", message: "why" },
    });
  });

  test("at the field of its problem rather than of its code", () => {
    expect(place({ code: "validation_error", problem: "keys_many" })).toEqual({
      name: { type: "refused:keys_many", message: "why" },
    });
    expect(place({ code: "validation_error", problem: "webhook_port" })).toEqual({
      url: { type: "refused:validation_error", message: "why" },
    });
  });

  test("at every field that the server names, also inside a list", () => {
    const fields = [
      { name: "url", problem: "url_host" },
      { name: "items.1.note", problem: "max_characters 200" },
    ];
    expect(place({ code: "validation_error", fields })).toEqual({
      url: { type: "custom", message: "url_host" },
      items: [undefined, { note: { type: "custom", message: "max_characters 200" } }],
    });
  });
});

test.each([
  ["a code that concerns no field", { code: "partner_not_active" }],
  ["a field that the form does not have", { code: "validation_error", fields: [{ name: "key", problem: "required" }] }],
  [
    "such a field and one of the form",
    {
      code: "validation_error",
      fields: [
        { name: "url", problem: "url" },
        { name: "", problem: "object" },
      ],
    },
  ],
  ["an internal error", { code: "internal_error" }],
  ["no answer", null],
])("null, so that the refusal is shown as a whole, for %s", (_what, data) => {
  expect(place(data)).toBeNull();
});

test("only a refusal of the server has a reason", () => {
  expect(readRefusal("refused:keys_many")).toBe("keys_many");
  expect(readRefusal("custom")).toBeNull();
});
