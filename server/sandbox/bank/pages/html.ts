/** Markup that may be shown as it is. */
export class Html {
  constructor(readonly markup: string) {}
}

/** Markup with values in it: a text is escaped, a piece of markup or a list of them is not. */
export function html(
  parts: TemplateStringsArray,
  ...values: readonly (string | Html | readonly Html[])[]
): Html {
  return new Html(
    parts.reduce((markup, part, index) => {
      const value = values[index - 1];
      return markup + (value === undefined ? "" : render(value)) + part;
    }),
  );
}

function render(value: string | Html | readonly Html[]): string {
  if (value instanceof Html) return value.markup;
  if (typeof value === "string")
    return value.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
  return value.map((item) => item.markup).join("");
}
