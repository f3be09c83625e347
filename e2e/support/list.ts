import type { Locator, Page } from "@playwright/test";

/** The filters above a list, in either language. */
const findFilters = (page: Page): Locator => page.getByRole("list", { name: /^(Filters|Filtreler)$/ });

/** Finds the button of a filter: its label while it is not set, else its label and its value. */
export const findFilter = (page: Page, name: string): Locator =>
  findFilters(page).getByRole("button", { name, exact: true });

/** Opens the panel of a filter that is not set. */
export async function openFilter(page: Page, label: string): Promise<Locator> {
  await findFilter(page, label).click();
  return page.getByRole("dialog", { name: label, exact: true });
}

/** Sets a filter to one of its values. */
export async function chooseFilter(page: Page, label: string, value: string): Promise<void> {
  const panel = await openFilter(page, label);
  await panel.getByRole("button", { name: value, exact: true }).click();
}
