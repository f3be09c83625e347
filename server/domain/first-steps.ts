/**
 * The steps from an empty live installation to its first payment, in the order in which they are taken
 * (docs/operations.md, "From nothing to the first payment").
 */
export const firstSteps = [
  "mail",
  "bins",
  "second_person",
  "merchant",
  "acceptance",
  "terminal",
  "tariff",
  "diagnosis",
  "live",
  "payment",
] as const;
export type FirstStep = (typeof firstSteps)[number];
